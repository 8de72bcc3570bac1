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

/** A process that tries to lock the directory, prints the result, and stays until it is killed. */
function starter(path: string) {
  const script = `import { lockDirectory } from ${JSON.stringify(LOCK)}
    setInterval(() => {}, 1000)
    lockDirectory(process.argv[1]).then(() => console.log('locked'), (error) => { console.log(error.message); process.exit(1) })`
  return spawn(process.execPath, ['--input-type=module', '-e', script, path], { stdio: ['ignore', 'pipe', 'inherit'] })
}

const firstLine = async (child: ReturnType<typeof starter>) => String((await once(child.stdout, 'data'))[0]).trim()

test('a locked directory refuses a second process and names the first one and its URL', async () => {
  const lock = await lockDirectory(directory)
  await expect(lockDirectory(directory)).rejects.toThrow(`${directory} is in use by process ${process.pid}. Stop it first`)
  lock.setUrl('http://localhost:3000')
  await expect(lockDirectory(directory)).rejects.toThrow(`process ${process.pid}, which answers at http://localhost:3000.`)
  await lock.release()
  await (await lockDirectory(directory)).release()
})

test('the lock is accessible to its owner only', async () => {
  const lock = await lockDirectory(directory)
  expect(statSync(lockPath(directory)).mode & 0o777).toBe(0o600)
  await lock.release()
})

test('the control socket answers a verb with a value or an error message', async () => {
  const lock = await lockDirectory(directory)
  const path = lockPath(directory)
  await expect(sendControlRequest(path, { verb: 'count', input: {} })).rejects.toThrow('still starting')
  lock.setResponder(async ({ verb, input }) => {
    if (verb !== 'count') throw new Error(`There is no ${verb} here.`)
    return { counted: input['to'] }
  })
  expect(await sendControlRequest(path, { verb: 'count', input: { to: 3 } })).toEqual({ counted: 3 })
  await expect(sendControlRequest(path, { verb: 'fly', input: {} })).rejects.toThrow('There is no fly here.')
  await lock.release()
})

test('of four processes that start at once after a kill, one locks the directory', async () => {
  const first = starter(directory)
  expect(await firstLine(first)).toBe('locked')
  first.kill('SIGKILL')
  await once(first, 'exit')
  const four = [1, 2, 3, 4].map(() => starter(directory))
  const results = await Promise.all(four.map(firstLine))
  for (const child of four) child.kill('SIGKILL')
  expect(results.filter((line) => line === 'locked')).toHaveLength(1)
  expect(results.filter((line) => line.includes('is in use by'))).toHaveLength(3)
})

test('a directory whose path is too long for a socket can be locked', async () => {
  const long = join(directory, 'a'.repeat(120))
  const lock = await lockDirectory(long)
  expect(lockPath(long)).toMatch(/guildhall-[0-9a-f]{16}\.sock$/)
  await expect(lockDirectory(long)).rejects.toThrow('is in use by')
  await lock.release()
})

test('a directory of a newer layout is refused', async () => {
  writeFileSync(join(directory, 'version'), '2\n')
  await expect(lockDirectory(directory)).rejects.toThrow('was written by a newer Guildhall (layout 2, known here: 1)')
})

test('a directory stores its layout version', async () => {
  await (await lockDirectory(directory)).release()
  expect(readFileSync(join(directory, 'version'), 'utf8')).toBe('1\n')
  expect(execFileSync('ls', ['-A', directory], { encoding: 'utf8' }).trim()).toBe('version')
})
