import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { OrganizationTokenCaller } from '../../request/caller.ts'
import { createExportPlaces, releasing } from './places.ts'

const caller = (tokenId: string): OrganizationTokenCaller => ({
  kind: 'organization-token',
  tokenId,
  organizationId: 'o1',
  scopes: new Set(),
})

async function* threePieces(): AsyncGenerator<string> {
  yield 'a'
  yield 'b'
  yield 'c'
}

/** Whether the pieces that `read` takes give back their place. */
async function isReleasedBy(read: (pieces: Readable) => unknown): Promise<boolean> {
  let releases = 0
  const pieces = Readable.from(releasing(threePieces(), () => (releases += 1)))
  await read(pieces)
  await new Promise(setImmediate)
  return releases > 0
}

test('a caller runs two exports at a time, and others are not kept from theirs', () => {
  const places = createExportPlaces()
  const release = places.take(caller('t1'))
  places.take(caller('t1'))
  expect(() => places.take(caller('t1'))).toThrow('exports:caller')
  places.take(caller('t2'))
  release()
  release()
  places.take(caller('t1'))
  expect(() => places.take(caller('t1'))).toThrow('exports:caller')
})

test('a place is free again when all is read, when the client leaves, and when it leaves before the first piece', async () => {
  expect(await isReleasedBy((pieces) => pieces.toArray())).toBe(true)
  expect(
    await isReleasedBy(async (pieces) => {
      for await (const piece of pieces) if (piece === 'a') break
    }),
  ).toBe(true)
  expect(await isReleasedBy((pieces) => pieces.destroy())).toBe(true)
})

test('a fault of the database gives back the place', async () => {
  let isFree = false
  async function* broken(): AsyncGenerator<string> {
    yield 'a'
    throw new Error('gone')
  }
  const pieces = releasing(broken(), () => {
    isFree = true
  })
  await pieces.next()
  await expect(pieces.next()).rejects.toThrow('gone')
  expect(isFree).toBe(true)
})
