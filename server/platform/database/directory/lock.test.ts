import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendControlRequest } from './control-socket.ts'
import { lockDirectory, lockPath } from './lock.ts'

const LOCK = resolve('server/platform/database/directory/lock.ts')
let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'guildhall-lock-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

/** A process that tries to hold the directory, says what became of it, and stays until it is killed. */
function starter(path: string) {
  const script = `import { lockDirectory } from ${JSON.stringify(LOCK)}
    setInterval(() => {}, 1000)
    lockDirectory(process.argv[1]).then(() => console.log('held'), (error) => { console.log(error.message); process.exit(1) })`
  return spawn(process.execPath, ['--input-type=module', '-e', script, path], { stdio: ['ignore', 'pipe', 'inherit'] })
}

const firstWords = async (child: ReturnType<typeof starter>) => String((await once(child.stdout, 'data'))[0]).trim()

test('a directory is held by one; a second is refused and told by whom and where', async () => {
  const held = await lockDirectory(directory)
  await expect(lockDirectory(directory)).rejects.toThrow(`${directory} is in use by process ${process.pid}. Stop it first`)
  held.setAddress('http://localhost:3000')
  await expect(lockDirectory(directory)).rejects.toThrow(`process ${process.pid}, which answers at http://localhost:3000.`)
  await held.release()
  await (await lockDirectory(directory)).release()
})

test('the lock is for its owner alone', async () => {
  const held = await lockDirectory(directory)
  expect(statSync(lockPath(directory)).mode & 0o777).toBe(0o600)
  await held.release()
})

test('a verb is answered through the door, by a value or by a sentence', async () => {
  const held = await lockDirectory(directory)
  const path = lockPath(directory)
  await expect(sendControlRequest(path, { verb: 'count', given: {} })).rejects.toThrow('still starting')
  held.setAnswering(async ({ verb, given }) => {
    if (verb !== 'count') throw new Error(`There is no ${verb} here.`)
    return { counted: given['to'] }
  })
  expect(await sendControlRequest(path, { verb: 'count', given: { to: 3 } })).toEqual({ counted: 3 })
  await expect(sendControlRequest(path, { verb: 'fly', given: {} })).rejects.toThrow('There is no fly here.')
  await held.release()
})

test('of four that start at once after a kill, one holds the directory', async () => {
  const first = starter(directory)
  expect(await firstWords(first)).toBe('held')
  first.kill('SIGKILL')
  await once(first, 'exit')
  const four = [1, 2, 3, 4].map(() => starter(directory))
  const said = await Promise.all(four.map(firstWords))
  for (const child of four) child.kill('SIGKILL')
  expect(said.filter((words) => words === 'held')).toHaveLength(1)
  expect(said.filter((words) => words.includes('is in use by'))).toHaveLength(3)
})

test('a path too long for a socket is locked all the same', async () => {
  const long = join(directory, 'a'.repeat(120))
  const held = await lockDirectory(long)
  expect(lockPath(long)).toMatch(/guildhall-[0-9a-f]{16}\.sock$/)
  await expect(lockDirectory(long)).rejects.toThrow('is in use by')
  await held.release()
})

test('a directory of a newer layout is refused', async () => {
  writeFileSync(join(directory, 'version'), '2\n')
  await expect(lockDirectory(directory)).rejects.toThrow('was written by a newer Guildhall (layout 2, known here: 1)')
})

test('a directory remembers its layout', async () => {
  await (await lockDirectory(directory)).release()
  expect(readFileSync(join(directory, 'version'), 'utf8')).toBe('1\n')
  expect(execFileSync('ls', ['-A', directory], { encoding: 'utf8' }).trim()).toBe('version')
})
