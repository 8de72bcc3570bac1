import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { withSignInQueue } from './sign-in-queue.ts'

function handling() {
  const begun: string[] = []
  const handle = withSignInQueue((request) => void begun.push(request.url ?? ''))
  const ask = (url: string) => handle({ url } as IncomingMessage, {} as ServerResponse)
  return { begun, ask }
}

const signIn = '/api/auth/sign-in/email'

test('of many who sign in at once one is begun in each turn, in the order in which they came, and all of them', async () => {
  const { begun, ask } = handling()
  for (let each = 0; each < 5; each += 1) ask(`${signIn}?${each}`)
  expect(begun).toEqual([])
  const counts: number[] = []
  while (begun.length < 5) {
    await turn()
    counts.push(begun.length)
  }
  expect(counts).toEqual([1, 2, 3, 4, 5])
  expect(begun).toEqual(Array.from({ length: 5 }, (_, each) => `${signIn}?${each}`))
  ask('/api/auth/sign-up/email')
  await turn()
  expect(begun).toHaveLength(6)
})

test('everybody else is begun at once, also while others wait at the door', async () => {
  const { begun, ask } = handling()
  for (const url of [signIn, '/api/auth/sign-out', '/api/auth/get-session', '/sign-in']) ask(url)
  expect(begun).toEqual(['/api/auth/sign-out', '/api/auth/get-session', '/sign-in'])
  await turn()
  expect(begun.at(-1)).toBe(signIn)
})
