import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { WorkControl, WorkProgress } from '../../work-control.ts'
import { openControlSocket, sendControlRequest } from './control-socket.ts'

const folder = mkdtempSync(join(tmpdir(), 'guildhall-socket-'))
const path = join(folder, 'lock.sock')
const request = { verb: 'count', input: {} }
let close = (): void => undefined
afterEach(() => {
  close()
  rmSync(path, { force: true })
})

async function serve(run: (control: WorkControl) => Promise<unknown>): Promise<void> {
  const server = await openControlSocket(path, (_, control) => run(control))
  close = () => void server.close()
}

/** Resolves once the work is to end. */
const untilStopped = ({ signal }: WorkControl) =>
  new Promise<string>((resolve) => {
    if (signal.aborted) resolve('stopped')
    else signal.addEventListener('abort', () => resolve('stopped'))
  })

const half: WorkProgress = { done: 50, noun: 'lines', share: 0.5 }

test('a client that follows the work receives its progress before the response', async () => {
  await serve(async ({ onProgress }) => {
    onProgress(half)
    await wait(1)
    return 'done'
  })
  const seen: WorkProgress[] = []
  const control = { onProgress: (progress: WorkProgress) => void seen.push(progress), signal: new AbortController().signal }
  expect([await sendControlRequest(path, request, { control }), seen]).toEqual(['done', [half]])
})

test('an older client, which does not read progress, receives one line', async () => {
  await serve(async ({ onProgress }) => {
    onProgress(half)
    return 'done'
  })
  const socket = connect({ path })
  socket.write(`${JSON.stringify(request)}\n`)
  expect(await text(socket)).toBe('{"ok":true,"answer":"done"}\n')
})

test('a client can end the work and still gets the response', async () => {
  await serve(untilStopped)
  const stop = new AbortController()
  const answer = sendControlRequest(path, request, { control: { onProgress: () => undefined, signal: stop.signal } })
  stop.abort()
  expect(await answer).toBe('stopped')
})

test('the work ends when its client ends', async () => {
  const ended = Promise.withResolvers<string>()
  await serve(async (control) => {
    ended.resolve(await untilStopped(control))
  })
  const socket = connect({ path })
  socket.write(`${JSON.stringify(request)}\n`)
  await wait(20)
  socket.destroy()
  expect(await ended.promise).toBe('stopped')
})

test('a response of many megabytes arrives whole', async () => {
  const answer = 'line\n'.repeat(1_000_000)
  await serve(async () => answer)
  expect(await sendControlRequest(path, request)).toBe(answer)
})
