import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function written(isTTY: boolean, level: 'debug' | 'info' | 'warn' | 'error' | 'silent' = 'info') {
  const lines: string[] = []
  const out = Object.assign(new Writable({ write: (part, _, done) => done(void lines.push(String(part))) }), { isTTY })
  return { lines, log: createLog({ LOG_LEVEL: level }, out as unknown as NodeJS.WriteStream) }
}

test('a line is one JSON object with time, level and event', () => {
  const { lines, log } = written(false)
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
])('what is named %s never reaches the log, however deep', (name) => {
  const { lines, log } = written(false)
  log.info('x', { [name]: 'geheim', nested: { list: [{ [name]: 'geheim' }] } })
  expect(lines.join('')).not.toContain('geheim')
  expect(lines.join('')).toContain('[hidden]')
})

test.for(['tokenId', 'token_prefix', 'secretsCount'])('%s only says which was meant, and is kept', (name) => {
  const { lines, log } = written(false)
  log.info('x', { [name]: 'kept' })
  expect(lines.join('')).toContain('kept')
})

test('an error is told with its causes, without the row that a database quotes', () => {
  const { lines, log } = written(false)
  const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(ada@example.com) already exists.' })
  log.error('x', { error: new Error('could not save', { cause }) })
  expect(JSON.parse(lines[0] ?? '').error).toMatchObject({ message: 'could not save', cause: { message: 'duplicate key', code: '23505' } })
  expect(lines.join('')).not.toContain('ada@example.com')
})

test.for([true, false])('nobody begins a line of their own (terminal: %s)', (isTTY) => {
  const { lines, log } = written(isTTY)
  log.warn('x', { userAgent: 'curl\r\n{"level":"info","event":"forged"}' })
  expect(lines.join('').trimEnd().split('\n')).toHaveLength(1)
})

test('on a terminal a line is readable', () => {
  const { lines, log } = written(true)
  log.info('listening', { address: 'http://localhost:3000', tries: 2 })
  log.debug('never', {})
  expect(lines).toEqual(['info  listening address=http://localhost:3000 tries=2\n'])
})

test('silent is silent', () => {
  const { lines, log } = written(false, 'silent')
  log.error('x')
  expect(lines).toEqual([])
})
