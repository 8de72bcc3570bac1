import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { withSignInQueue } from './sign-in-queue.ts'

function queuedListener() {
  const started: string[] = []
  const handle = withSignInQueue((request) => void started.push(request.url ?? ''))
  const send = (url: string) => handle({ url } as IncomingMessage, {} as ServerResponse)
  return { started, send }
}

const signIn = '/api/auth/sign-in/email'

test('simultaneous sign-ins are started one per turn of the event loop, in the order of arrival', async () => {
  const { started, send } = queuedListener()
  for (let each = 0; each < 5; each += 1) send(`${signIn}?${each}`)
  expect(started).toEqual([])
  const counts: number[] = []
  while (started.length < 5) {
    await turn()
    counts.push(started.length)
  }
  expect(counts).toEqual([1, 2, 3, 4, 5])
  expect(started).toEqual(Array.from({ length: 5 }, (_, each) => `${signIn}?${each}`))
  send('/api/auth/sign-up/email')
  await turn()
  expect(started).toHaveLength(6)
})

test('other requests are started at once while sign-ins wait', async () => {
  const { started, send } = queuedListener()
  for (const url of [signIn, '/api/auth/sign-out', '/api/auth/get-session', '/sign-in']) send(url)
  expect(started).toEqual(['/api/auth/sign-out', '/api/auth/get-session', '/sign-in'])
  await turn()
  expect(started.at(-1)).toBe(signIn)
})
