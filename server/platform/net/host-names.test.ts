// A name server of ours, which knows some hosts and does not answer for others, as the server of a merchant's domain may.
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressesInHosts, createResolve, type Resolve } from './host-names.ts'
import { createOutbound } from './outbound-calls.ts'

const A = 1
const AAAA = 28
const NO_SUCH_NAME = 3
/** The addresses of each host by the type of the question; a type without an entry is not answered. */
const zone: Readonly<Record<string, Readonly<Record<number, readonly number[]>>>> = {
  'both.test': { [A]: [127, 0, 0, 1], [AAAA]: [0xfd, ...Array(14).fill(0), 1] },
  'four.test': { [A]: [127, 0, 0, 1], [AAAA]: [] },
  'half.test': { [A]: [127, 0, 0, 1] },
  'silent.test': {},
}

const folder = mkdtempSync(join(tmpdir(), 'guildhall-hosts-'))
const hostsFile = join(folder, 'hosts')
let server: Socket
let resolve: Resolve
beforeAll(async () => {
  writeFileSync(hostsFile, '# a comment\n127.0.0.2 listed.test other.test\n::1\tlisted.test # both\n')
  server = createSocket('udp4')
  server.on('message', (query, { port, address }) => {
    const answer = answerOf(query)
    if (answer) server.send(answer, port, address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  resolve = createResolve({ servers: [`127.0.0.1:${server.address().port}`], hostsFile })
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

/** The answer of RFC 1035 to a query with one question; undefined where the server stays silent. */
function answerOf(query: Buffer): Buffer | undefined {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  const type = query.readUInt16BE(at + 1)
  const host = zone[labels.join('.').toLowerCase()]
  const address = host?.[type]
  if (host && !address) return undefined
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | (host ? 0 : NO_SUCH_NAME), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(address?.length ? 1 : 0, 6)
  const question = query.subarray(12, at + 5)
  if (!address?.length) return Buffer.concat([header, question])
  const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, address.length, ...address])
  return Buffer.concat([header, question, record])
}

test('a host has the addresses of both families that its name server tells', async () => {
  expect(await resolve('both.test')).toEqual(
    expect.arrayContaining([
      { address: '127.0.0.1', family: 4 },
      { address: 'fd00::1', family: 6 },
    ]),
  )
  expect(await resolve('four.test')).toEqual([{ address: '127.0.0.1', family: 4 }])
})

test('a host whose name server answers for one family only has the addresses of that one', async () => {
  expect(await resolve('half.test')).toEqual([{ address: '127.0.0.1', family: 4 }])
})

test('hundred hosts whose name server does not answer hold up no other look-up, and fail', async () => {
  let failed = 0
  const silent = Array.from({ length: 100 }, () => resolve('silent.test').catch((error: unknown) => error))
  for (const each of silent) void each.then(() => (failed += 1))
  for (let times = 0; times < 10; times += 1) await resolve('four.test')
  expect(failed).toBe(0)
  expect(await Promise.all(silent)).toEqual(Array(100).fill(expect.objectContaining({ code: 'EAI_AGAIN' })))
}, 20_000)

test('calls to hosts whose name server does not answer fail with a reason, and other calls are sent meanwhile', async () => {
  const outbound = createOutbound({ allow: ['loopback'], isProduction: false, resolve })
  const request = { method: 'POST', headers: {}, timeoutMs: 15_000, answerBytes: 10 } as const
  const silent = Array.from({ length: 20 }, () => outbound.send({ ...request, url: 'http://silent.test/' }))
  expect(await outbound.send({ ...request, url: 'http://four.test:1/' })).toMatchObject({ reason: 'The connection was refused.' })
  expect(await Promise.race([...silent, 'waiting'])).toBe('waiting')
  for (const result of await Promise.all(silent))
    expect(result).toMatchObject({ kind: 'failed', reason: 'The host name cannot be resolved at the moment.' })
}, 20_000)

test('a host that its name server does not know is unknown', async () => {
  await expect(resolve('none.test')).rejects.toMatchObject({ code: 'ENOTFOUND' })
})

test('the hosts file comes first, and localhost needs no name server', async () => {
  expect(await resolve('listed.test')).toEqual([
    { address: '127.0.0.2', family: 4 },
    { address: '::1', family: 6 },
  ])
  expect((await resolve('shop.localhost')).map(({ address }) => address)).toEqual(['127.0.0.1', '::1'])
})

test.each([
  ['the first name of a line', 'a.test', ['10.0.0.1']],
  ['another name, in capitals', 'b.test', ['10.0.0.1', 'fd00::1']],
  ['a name in a comment', 'c.test', []],
  ['a part of a name', 'test', []],
  ['a name behind what is no address', 'd.test', []],
] as const)('a hosts file: %s', (_, host, addresses) => {
  const text = '10.0.0.1 a.test B.TEST # c.test\r\nfd00::1\tb.test\n\n# 10.0.0.2 c.test\nx d.test\n'
  expect(addressesInHosts(text, host).map(({ address }) => address)).toEqual(addresses)
})
