import { describe, expect, test } from 'vitest'
import { readLines } from './actions/read-lines.ts'
import type { Candidate } from './model.ts'
import { candidateOf, isStoredPassword, parseUserLine, partitionCandidates } from './rules.ts'

const now = new Date('2026-03-12T14:20:00.000Z')
const email = 'ada@example.com'
const ID = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const SCRYPT = `${'0f'.repeat(16)}:${'a0'.repeat(64)}`
const ARGON = '$argon2id$v=19$m=19456,t=2,p=1$/MIkp4aJYKDwSFDqtNb4NA$gRS2/eai6Ky6rOs3TuWPSLfMuZNAh222QP+dGdGKOA0'

describe('an invalid line is refused with its first fault', () => {
  test.each([
    ['not JSON', null, 'is not a JSON object'],
    ['[]', null, 'is not a JSON object'],
    ['null', null, 'is not a JSON object'],
    ['"ada@example.com"', null, 'is not a JSON object'],
    ['{}', 'email', 'is missing'],
    [{ email: null }, 'email', 'is missing'],
    [{ email: 'ada' }, 'email', 'is not an e-mail address'],
    [{ email: 7 }, 'email', 'is not an e-mail address'],
    [{ email, name: 7 }, 'name', 'is not text, or is longer than 255 characters'],
    [{ email, name: 'x'.repeat(256) }, 'name', 'is not text, or is longer than 255 characters'],
    [{ email, name: 'a\0b' }, 'name', 'contains characters that cannot be stored'],
    [`{"email":"${email}","image":"\\ud800"}`, 'image', 'contains characters that cannot be stored'],
    [{ email, emailVerified: 'true' }, 'emailVerified', 'is neither true nor false'],
    [{ email, emailVerified: 1 }, 'emailVerified', 'is neither true nor false'],
    [{ email, username: ['ada'] }, 'username', 'is not text'],
    [{ email, image: 'x'.repeat(2049) }, 'image', 'is neither a URL nor a PNG, JPEG, WebP or GIF as a data: URL'],
    [{ email, image: 'data:text/html;base64,PGI+' }, 'image', 'is neither a URL nor a PNG, JPEG, WebP or GIF as a data: URL'],
    [{ email, id: 7 }, 'id', 'is not text'],
    [{ email, createdAt: '2026-03-01' }, 'createdAt', 'is not a time like 2026-03-12T14:20:00Z'],
    [{ email, createdAt: '2026-02-30T00:00:00Z' }, 'createdAt', 'is not a time like 2026-03-12T14:20:00Z'],
    [{ email, createdAt: 1_700_000_000_000 }, 'createdAt', 'is not a time like 2026-03-12T14:20:00Z'],
    [{ email, createdAt: '2026-03-12T14:20:01Z' }, 'createdAt', 'is before 1970 or in the future'],
    [{ email, createdAt: '0000-01-01T00:00:00Z' }, 'createdAt', 'is before 1970 or in the future'],
    [{ email, role: 'admin' }, 'role', 'may only be "user"'],
    [{ email, password: 'in the clear' }, 'password', 'is not a supported password hash'],
    [{ email, banned: true }, 'banned', 'is not a supported field'],
    [{ email, twoFactorEnabled: true }, 'twoFactorEnabled', 'is not a supported field'],
  ])('%j: %s %s', (line, field, why) => {
    expect(parseUserLine(typeof line === 'string' ? line : JSON.stringify(line), now)).toEqual({ fault: { field, why } })
  })
})

test('null fields and unknown fields that are false count as absent', () => {
  const line = { email, name: null, password: null, emailVerified: false, banned: false, banReason: null }
  expect(parseUserLine(JSON.stringify(line), now)).toEqual({ line: { email, emailVerified: false } })
})

test.each([
  [SCRYPT, true],
  [ARGON, true],
  [ARGON.replace('m=19456', 'm=131072'), true],
  [SCRYPT.toUpperCase(), false],
  [SCRYPT.slice(1), false],
  [`${SCRYPT}\n`, false],
  [ARGON.replace('argon2id', 'argon2i'), false],
  [ARGON.replace('v=19', 'v=16'), false],
  [ARGON.replace('m=19456', 'm=131073'), false],
  [ARGON.replace('m=19456', 'm=4'), false],
  [ARGON.replace('t=2', 't=0'), false],
  [ARGON.replace('t=2', 't=11'), false],
  [ARGON.replace('p=1', 'p=17'), false],
  ['$2b$12$abcdefghijklmnopqrstuv', false],
  ['', false],
])('the stored password %s is supported: %s', (text, can) => {
  expect(isStoredPassword(text)).toBe(can)
})

test('a candidate has its email and id in lower case, and a default name', () => {
  const candidate = candidateOf(
    3,
    { email: 'Ada@Example.com', id: ID.toUpperCase(), username: 'Ada', password: SCRYPT },
    { username: 'ada', now },
  )
  const user = {
    name: 'ada',
    email,
    emailVerified: false,
    image: null,
    username: 'ada',
    displayUsername: 'Ada',
    role: 'user',
    createdAt: now,
  }
  expect(candidate).toEqual({ line: 3, sourceId: ID, hash: SCRYPT, user })
  const createdAt = '2024-02-29T12:00:00+02:00'
  expect(candidateOf(3, { email, createdAt, name: '' }, { username: null, now }).user).toMatchObject({
    name: 'ada',
    createdAt: new Date('2024-02-29T10:00:00.000Z'),
  })
})

const noneTaken = { emails: new Set<string>(), usernames: new Set<string>(), ids: new Set<string>() }
function candidate(line: number, more: { email: string; username?: string; id?: string }): Candidate {
  const { id, username, ...rest } = more
  return candidateOf(line, { ...rest, ...(id !== undefined && { id }) }, { username: username ?? null, now })
}

test('the first of several lines with the same name is accepted; an existing email is not a fault', () => {
  const { accepted, skipped } = partitionCandidates(
    [
      candidate(1, { email: 'a@example.com', username: 'ada' }),
      candidate(2, { email: 'A@example.com', username: 'bob' }),
      candidate(3, { email: 'b@example.com', username: 'ada' }),
      candidate(4, { email: 'c@example.com', username: 'bob' }),
      candidate(5, { email: 'there@example.com' }),
      candidate(6, { email: 'd@example.com', username: 'taken' }),
    ],
    { ...noneTaken, emails: new Set(['there@example.com']), usernames: new Set(['taken']) },
    now,
  )
  expect(accepted.map(({ line }) => line)).toEqual([1, 4])
  expect(skipped).toEqual([
    { line: 2, outcome: 'there', field: 'email', why: 'already exists' },
    { line: 3, outcome: 'refused', field: 'username', why: 'is taken' },
    { line: 5, outcome: 'there', field: 'email', why: 'already exists' },
    { line: 6, outcome: 'refused', field: 'username', why: 'is taken' },
  ])
})

test.each([
  ['an unused UUID', ID, noneTaken, true],
  ['taken', ID, { ...noneTaken, ids: new Set([ID]) }, false],
  ['not a UUID', 'V1StGXR8Z5jdHi6BmyTLongEnough0x7', noneTaken, false],
])('an id that is %s', (_, id, taken, isUsed) => {
  const { accepted } = partitionCandidates([candidate(1, { email, id }), candidate(2, { email: 'b@example.com', id })], taken, now)
  expect(accepted.map(({ user }) => user.id === id)).toEqual([isUsed, false])
})

async function linesIn(...chunks: (string | Uint8Array)[]): Promise<[number, string][]> {
  const parts = chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk))
  const lines: [number, string][] = []
  for await (const { number, text, fault } of readLines(streamed(parts))) lines.push([number, fault ?? text])
  return lines
}

async function* streamed(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts
}

test.each([
  ['whole lines', ['a\nb\n'], ['a', 'b']],
  ['a last line without a line end', ['a\nb'], ['a', 'b']],
  [
    'lines in pieces, in the middle of a character',
    ['a', Buffer.from('é').subarray(0, 1), Buffer.from('é').subarray(1), 'b\nc\n'],
    ['aéb', 'c'],
  ],
  ['lines as Windows ends them, and a byte order mark', ['\uFEFFa\r\nb\r\n'], ['a', 'b']],
  ['empty lines, which count', ['a\n\n \nb'], ['a', '', '', 'b']],
  ['nothing', [], []],
  ['what is not UTF-8', [Uint8Array.of(97, 0xff, 10), 'b'], ['is not UTF-8', 'b']],
  ['a line that never ends', ['x'.repeat(1024 * 1024), 'y', 'z\nb'], ['is longer than 1048576 bytes', 'b']],
])('%s are read', async (_, chunks, texts) => {
  expect(await linesIn(...chunks)).toEqual(texts.map((text, at) => [at + 1, text]))
})
