import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function createTestLog(isTTY: boolean, level: 'debug' | 'info' | 'warn' | 'error' | 'silent' = 'info') {
  const lines: string[] = []
  const out = Object.assign(new Writable({ write: (part, _, done) => done(void lines.push(String(part))) }), { isTTY })
  return { lines, log: createLog({ LOG_LEVEL: level }, out as unknown as NodeJS.WriteStream) }
}

test('a line is one JSON object with time, level and event', () => {
  const { lines, log } = createTestLog(false)
  log.info('request', { status: 200, at: new Date('2026-03-01T10:00:00.000Z') })
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', event: 'request', status: 200, at: '2026-03-01T10:00:00.000Z' })
})

test.for([
  'password',
  'newPassword',
  'token',
  'clientSecret',
  'client_secret',
  'authorization',
  'Cookie',
  'set-cookie',
  'apiKey',
  'DATABASE_URL',
  'webhook_secret',
])('a field named %s is redacted at any depth', (name) => {
  const { lines, log } = createTestLog(false)
  log.info('x', { [name]: 'geheim', nested: { list: [{ [name]: 'geheim' }] } })
  expect(lines.join('')).not.toContain('geheim')
  expect(lines.join('')).toContain('[hidden]')
})

test.for(['tokenId', 'token_prefix', 'secretsCount'])('a field named %s only identifies a secret and is not redacted', (name) => {
  const { lines, log } = createTestLog(false)
  log.info('x', { [name]: 'visible' })
  expect(lines.join('')).toContain('visible')
})

test('what signs an address is redacted in every text, those of errors included', () => {
  const { lines, log } = createTestLog(false)
  const url = 'https://store.example/a?partNumber=1&X-Amz-Credential=geheim&X-Amz-Signature=geheim'
  log.error('x', { url, nested: [url], error: new Error(`${url} does not answer`, { cause: new Error(url) }) })
  expect(lines.join('')).not.toContain('geheim')
  expect(lines.join('')).toContain('partNumber=1')
})

test('an error is logged with its causes, without the row that a database error quotes', () => {
  const { lines, log } = createTestLog(false)
  const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(ada@example.com) already exists.' })
  log.error('x', { error: new Error('could not save', { cause }) })
  expect(JSON.parse(lines[0] ?? '').error).toMatchObject({ message: 'could not save', cause: { message: 'duplicate key', code: '23505' } })
  expect(lines.join('')).not.toContain('ada@example.com')
})

test.for([true, false])('a line break in a field does not start a new line (terminal: %s)', (isTTY) => {
  const { lines, log } = createTestLog(isTTY)
  log.warn('x', { userAgent: 'curl\r\n{"level":"info","event":"forged"}' })
  expect(lines.join('').trimEnd().split('\n')).toHaveLength(1)
})

test('on a terminal a line is readable', () => {
  const { lines, log } = createTestLog(true)
  log.info('listening', { address: 'http://localhost:3000', tries: 2 })
  log.debug('never', {})
  expect(lines).toEqual(['info  listening address=http://localhost:3000 tries=2\n'])
})

test('level silent logs nothing', () => {
  const { lines, log } = createTestLog(false, 'silent')
  log.error('x')
  expect(lines).toEqual([])
})
