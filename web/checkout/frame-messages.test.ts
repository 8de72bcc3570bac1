import { afterEach, expect, test, vi } from 'vitest'
import { eventsOf, postToParent } from './frame-messages.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  [null, 'open', ['loaded']],
  [null, 'confirmed', ['loaded', 'confirmed']],
  [null, 'succeeded', ['loaded', 'success']],
  [null, 'expired', ['loaded']],
  ['open', 'open', []],
  ['open', 'confirmed', ['confirmed']],
  ['open', 'succeeded', ['confirmed', 'success']],
  ['open', 'expired', []],
  ['confirmed', 'succeeded', ['success']],
  ['confirmed', 'open', []],
  ['confirmed', 'failed', []],
  ['succeeded', 'succeeded', []],
] as const)('after %s, %s causes %j', (before, status, events) => {
  expect(eventsOf(before, status)).toEqual(events)
})

test('a message goes to the origin of the checkout alone, and nowhere without one', () => {
  const postMessage = vi.fn()
  vi.stubGlobal('window', { parent: { postMessage } })
  postToParent({ embedOrigin: null }, { event: 'loaded' })
  expect(postMessage).not.toHaveBeenCalled()
  postToParent({ embedOrigin: 'https://shop.example' }, { event: 'resized', height: 400 })
  expect(postMessage.mock.calls).toEqual([[{ type: 'GUILDHALL_CHECKOUT', event: 'resized', height: 400 }, 'https://shop.example']])
})
