import processFunctions from '../shell/process-functions.sh'
import deviceFunctions from './device-functions.sh'
import guard from './guard.sh'
import ownFunctions from './guard-functions.sh'
import identityFunctions from './identity-functions.sh'
import useFunctions from './use-functions.sh'

/**
 * The functions of the guard of raw devices, which need process-functions. A run has them next to its
 * supervisor.
 */
export const guardFunctions = [deviceFunctions, useFunctions, identityFunctions, ownFunctions].join('\n')

/** `benchwright guard`: judges one path, see guard.sh. */
export const guardScript = ['# benchwright guard', processFunctions, guardFunctions, guard].join('\n')
