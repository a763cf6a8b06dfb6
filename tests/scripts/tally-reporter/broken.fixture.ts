throw new Error('cannot be loaded\nat all')
