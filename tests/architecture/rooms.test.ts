import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { circles } from './circles'
import {
  floors,
  ground,
  longFiles,
  mostFiles,
  mostLines,
  namesThatSayNothing,
  rooms,
  type Room,
} from './room-table'
import { allFilesUnder, foldersUnder, sourceFiles, type Import, type SourceFile } from './source-files'

const files = sourceFiles('src')

/** `folder`: a folder, or a single file. */
const within = (path: string, folder: string) => path === `src/${folder}` || path.startsWith(`src/${folder}/`)

const roomOf = (path: string) => rooms.find(({ folder }) => within(path, folder))

/** Data that any room but core may read: the app's name and version, and resources/. */
const isData = (target: string) => target === 'app/package.json' || target.startsWith('resources/')

function mayImport(room: Room, { target, package: name }: Import): boolean {
  if (name !== undefined) {
    return room.packages.some((allowed) => name === allowed || name.startsWith(`${allowed}/`))
  }
  if (!target?.startsWith('src/')) {
    return target !== undefined && isData(target) && !room.folder.startsWith('core')
  }
  return [room.folder, ...room.rooms].some((folder) => within(target, folder))
}

function breachesOf(file: SourceFile): string[] {
  const room = roomOf(file.path)
  if (!room) return [`${file.path}: stands in no room. Move it into one of docs/ARCHITECTURE.md.`]
  return file.imports
    .filter((each) => !mayImport(room, each))
    .map(
      (each) =>
        `${file.path} imports ${each.target ?? each.specifier}, which ${room.folder} may not: ${room.remedy}`,
    )
}

/** The rooms as Markdown. */
function roomsText(): string {
  const named = (folder: string) => (folder.startsWith('core/') ? folder.slice('core/'.length) : folder)
  const all = ground.map(named).join(', ')
  const lines = rooms.map(
    ({ folder, holds, rooms: may, packages }) =>
      `| \`src/${folder}\` | ${holds} | ${[...may, ...packages].map(named).join(', ').replace(all, 'ground') || 'nothing'} |`,
  )
  const stairs = Object.entries(floors).map(
    ([room, steps]) => `- \`src/${room}\`: ${steps.map((folders) => folders.join(', ')).join(' → ')}`,
  )
  return [
    '',
    '| room | contents | may import |',
    '|---|---|---|',
    ...lines,
    '',
    `*Ground* is what says nothing of benchmarks: ${all}.`,
    '',
    'Inside the three largest rooms a file imports only from its own folder and from what stands further left:',
    '',
    ...stairs,
    '',
    '',
  ].join('\n')
}

describe('the room table of docs/ARCHITECTURE.md', () => {
  test('there are files to check, in core first of all', () => {
    expect(files.filter(({ path }) => path.startsWith('src/core/')).length).toBeGreaterThan(10)
  })

  test('every file imports only what its room may import', () => {
    expect(files.flatMap(breachesOf)).toEqual([])
  })

  test('every file that is imported exists', () => {
    // A missing part of the window would pass the type check, which takes any .vue file for a part.
    const missing = files.flatMap(({ path, imports }) =>
      imports
        .filter(
          ({ target }) =>
            target?.startsWith('src/') && !existsSync(new URL(`../../${target}`, import.meta.url)),
        )
        .map(({ specifier }) => `${path}: ${specifier}`),
    )
    expect(missing).toEqual([])
  })

  test('no file imports from a higher floor of its room', () => {
    const breaches = Object.entries(floors).flatMap(([room, steps]) => {
      const floorOf = (path: string) =>
        steps.flatMap((folders, floor) =>
          folders.filter((folder) => within(path, `${room}/${folder}`)).map((folder) => ({ folder, floor })),
        )[0]
      return files
        .filter(({ path }) => within(path, room))
        .flatMap(({ path, imports }) => {
          const from = floorOf(path)
          if (!from) return [`${path}: stands on no floor of ${room}. Give its folder one in room-table.ts.`]
          return imports.flatMap(({ target }) => {
            const to = floorOf(target ?? '')
            if (!to || to.folder === from.folder || to.floor < from.floor) return []
            return [`${path} imports ${target ?? ''}: move what both need to a lower floor of ${room}.`]
          })
        })
    })
    expect(breaches).toEqual([])
  })

  test('no folder holds more files than a person can look over', () => {
    const held = new Map<string, number>()
    for (const path of allFilesUnder('src')) {
      const folder = path.slice(0, path.lastIndexOf('/'))
      if (!path.endsWith('/README.md')) held.set(folder, (held.get(folder) ?? 0) + 1)
    }
    const full = [...held].filter(([, count]) => count > mostFiles)
    expect(full.map(([folder, count]) => `${folder}: ${String(count)} files. Split it by subject.`)).toEqual(
      [],
    )
  })

  test('docs/ARCHITECTURE.md shows this table', async () => {
    const path = fileURLToPath(new URL('../../docs/ARCHITECTURE.md', import.meta.url))
    const [before, rest = ''] = readFileSync(path, 'utf8').split('<!-- rooms -->\n')
    const after = rest.split('<!-- /rooms -->')[1] ?? ''
    await expect(`${before ?? ''}<!-- rooms -->\n${roomsText()}<!-- /rooms -->${after}`).toMatchFileSnapshot(
      path,
    )
  })

  test('rooms do not import one another in a cycle', () => {
    const names = rooms.map(({ folder }) => folder)
    const graph = new Map(
      names.map((name) => {
        const into = files
          .filter(({ path }) => roomOf(path)?.folder === name)
          .flatMap(({ imports }) => imports.flatMap(({ target }) => roomOf(target ?? '')?.folder ?? []))
        return [name, [...new Set(into)].filter((other) => other !== name)]
      }),
    )
    expect(graph.get('bench')).toContain('core/results')
    expect(
      circles(graph).map((circle) => `${circle.join(' → ')}: move what both need into the lower room.`),
    ).toEqual([])
  })

  test('one engine knows nothing of another', () => {
    // A folder with an engine that the registry lists; others hold what engines share.
    const registry = files.find(({ path }) => path === 'src/core/engines/registry.ts')
    const engines = new Set(
      registry?.imports.flatMap(
        ({ target }) => /^src\/core\/engines\/(?!content\/)([^/]+)\//.exec(target ?? '')?.[1] ?? [],
      ),
    )
    expect(engines).toContain('sysbench')
    const engineOf = (path: string) => {
      const folder = /^src\/core\/engines\/([^/]+)\//.exec(path)?.[1]
      return folder !== undefined && engines.has(folder) ? folder : undefined
    }
    const breaches = files.flatMap(({ path, imports }) => {
      const own = engineOf(path)
      return imports
        .filter(({ target }) => own !== undefined && engineOf(target ?? '') !== own && engineOf(target ?? ''))
        .map(
          ({ target }) => `${path} imports ${target ?? ''}: what two engines share belongs beside engine.ts.`,
        )
    })
    expect(breaches).toEqual([])
  })

  test('no file imports itself through a cycle, not even for a type', () => {
    const graph = new Map(
      files.map(({ path, imports }) => [path, imports.flatMap(({ target }) => target ?? [])]),
    )
    expect(
      circles(graph).map((circle) => `${circle.join(' → ')}: move what both need into a file of its own.`),
    ).toEqual([])
  })

  test('folders are named for their contents', () => {
    const folders = [...foldersUnder('src'), ...foldersUnder('tests'), ...foldersUnder('scripts')]
    const vague = folders.filter((folder) => namesThatSayNothing.has(folder.split('/').at(-1) ?? ''))
    expect(vague.map((folder) => `${folder}: name it for its subject.`)).toEqual([])
  })

  test('files are kebab-case, Vue parts PascalCase', () => {
    const odd = files.filter(({ path }) => {
      const name = path.split('/').at(-1) ?? ''
      return !(
        path.endsWith('.vue') ? /^[A-Z][A-Za-z0-9]*\.vue$/ : /^[a-z0-9]+(-[a-z0-9]+)*(\.d)?\.ts$/
      ).test(name)
    })
    expect(odd.map(({ path }) => path)).toEqual([])
  })

  test('no file is longer than one subject needs, without a reason', () => {
    const long = files.filter(({ path, lines }) => lines > mostLines && !(path in longFiles))
    expect(long.map(({ path, lines }) => `${path}: ${lines} lines. Split it by subject.`)).toEqual([])
  })

  test('every reason for a long file is still needed', () => {
    const short = Object.keys(longFiles).filter(
      (name) => !files.some(({ path, lines }) => path === name && lines > mostLines),
    )
    expect(short).toEqual([])
  })
})

/** A union of at least three words as the type of a member, a variable or of its own. */
const union = /[=:]\s*\|?\s*('[^'\n]*'(?:\s*\|\s*'[^'\n]*'){2,})/g
/** A list of at least three words that is constant, typed, or the choices of a schema. */
const list =
  /(?:(?<=picklist\(|\[\] = )\[\s*('[^'\n]*'(?:,\s*'[^'\n]*'){2,}),?\s*\]|\[\s*('[^'\n]*'(?:,\s*'[^'\n]*'){2,}),?\s*\] as const)/g

function wordSets(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map((match) => {
    const words = [...(match[1] ?? match[2] ?? '').matchAll(/'([^'\n]*)'/g)].map(([, word]) => word)
    return [...new Set(words)].sort().join(', ')
  })
}

test('a union of words that is also a list is derived from the list', () => {
  const unions = new Map<string, string>()
  const lists = new Map<string, string>()
  for (const { path } of files) {
    const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8').replace(
      /\/\*[\s\S]*?\*\//g,
      '',
    )
    for (const words of wordSets(text, union)) unions.set(words, path)
    for (const words of wordSets(text, list)) lists.set(words, path)
  }
  expect(lists.get('default, robust, sigma')).toBe('src/core/statistics/comparison/case-comparison.ts')
  expect(unions.size).toBeGreaterThan(10)
  const twice = [...lists].filter(([words]) => unions.has(words))
  expect(
    twice.map(([words, path]) => `${words}: a list in ${path}, a union in ${unions.get(words) ?? ''}`),
  ).toEqual([])
})

test('programs are started in one place each, which bounds their time and output', () => {
  const starts = (name: string) =>
    files
      .filter(({ imports }) => imports.some(({ specifier }) => specifier.replace(/^node:/, '') === name))
      .map(({ path }) => path)
  expect(starts('child_process')).toEqual(['src/bench/hosts/local/start-program.ts'])
  expect(starts('node-pty')).toEqual(['src/bench/hosts/local/pty-terminal.ts'])
})
