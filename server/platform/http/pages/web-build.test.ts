import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildingFolder, currentBuild, publishBuild, sourcesId, webBuilds } from './web-build.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'guildhall-build-'))
  write('package.json', '{"version":"1.2.3"}')
  write('web/main.tsx', 'export const main = 1')
})
afterEach(() => rm(root, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

function idOf(): string {
  const id = sourcesId(root)
  if (id === undefined) throw new Error('There are no sources.')
  return id
}

/** Publishes a build of the present sources, as old as `ageSeconds`. */
async function build(text: string, ageSeconds = 0): Promise<string> {
  const id = idOf()
  const folder = buildingFolder(root, id)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'page.html'), text)
  await publishBuild(root, { id, folder })
  const built = new Date(2026, 0, 2, 0, 0, -ageSeconds)
  utimesSync(join(root, 'dist', id, 'build.json'), built, built)
  return id
}

test.each([
  ['web/main.tsx', true],
  ['web/new.tsx', true],
  ['locales/de/admin/health.ts', true],
  ['client/index.ts', true],
  ['server/kernel/money.ts', true],
  ['package-lock.json', true],
  ['package.json', true],
  ['server/main.ts', false],
  ['web/main.test.tsx', false],
  ['README.md', false],
])('a change of %s asks for a new build: %s', async (path, isNew) => {
  await build('first')
  write(path, '{"version":"1.2.4"}')
  expect(currentBuild(root) === undefined).toBe(isNew)
})

test('a moved file changes the id, though all contents stay the same', () => {
  write('web/a.ts', 'x')
  const before = idOf()
  write('web/a.ts', '')
  write('web/b.ts', 'x')
  expect(idOf()).not.toBe(before)
})

test('the id is the same for every way to write the folder', () => {
  expect(sourcesId(`${root}/`)).toBe(sourcesId(root))
})

test('a build names the version of its program, and one in progress is no build', async () => {
  const id = idOf()
  mkdirSync(buildingFolder(root, id), { recursive: true })
  expect(webBuilds(root)).toEqual([])
  await build('done')
  expect(currentBuild(root)).toEqual({ id, version: '1.2.3', folder: join(root, 'dist', id) })
})

test('of two processes that build at once the first gives the build, and the other leaves nothing behind', async () => {
  const id = await build('first')
  expect(await build('second')).toBe(id)
  expect(await readFile(join(root, 'dist', id, 'page.html'), 'utf8')).toBe('first')
  expect(readdirSync(join(root, 'dist'))).toEqual([id])
})

test('the two builds before the present one stay, older ones and files of other layouts are removed, work in progress and the bundled server are not', async () => {
  const ids: string[] = []
  for (const [index, text] of ['one', 'two', 'three', 'four'].entries()) {
    write('web/main.tsx', text)
    if (index === 3) {
      mkdirSync(join(root, 'dist/en'), { recursive: true })
      mkdirSync(join(root, 'dist/server'), { recursive: true })
      mkdirSync(join(root, 'dist/.0123456789abcdef-1'), { recursive: true })
    }
    ids.push(await build(text, 100 - index))
  }
  expect(readdirSync(join(root, 'dist')).sort()).toEqual(['.0123456789abcdef-1', 'server', ...ids.slice(1)].sort())
  expect(webBuilds(root).map(({ id }) => id)).toEqual(ids.slice(1).reverse())
})

test('where the sources are missing, as in an image, the latest build is the present one', async () => {
  await build('old', 60)
  write('web/main.tsx', 'changed')
  const id = await build('new')
  await rm(join(root, 'web'), { recursive: true })
  expect([existsSync(join(root, 'web')), currentBuild(root)?.id]).toEqual([false, id])
})
