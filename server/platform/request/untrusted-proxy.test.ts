import { expect, test } from 'vitest'
import { readSettings } from '../config.ts'
import { hasUntrustedProxy, isForwardedByUntrusted, noteForwardedRequest, UNTRUSTED_PROXY } from './untrusted-proxy.ts'

const settingsOf = (trusted?: string) =>
  readSettings({ NODE_ENV: 'test', AUTH_SECRET: 'a secret that only tests know, 32 and more', ...(trusted && { TRUST_PROXY: trusted }) })

test('the first X-Forwarded-For is logged once while no proxy is trusted', () => {
  const lines: string[] = []
  const log = { warn: (line: string) => void lines.push(line) }
  const settings = settingsOf()
  noteForwardedRequest(settings, undefined, log)
  expect([lines, hasUntrustedProxy(settings)]).toEqual([[], false])
  noteForwardedRequest(settings, '192.0.2.1', log)
  noteForwardedRequest(settings, '192.0.2.2', log)
  expect([lines, hasUntrustedProxy(settings)]).toEqual([[UNTRUSTED_PROXY], true])
})

test('a trusted proxy may forward', () => {
  const lines: string[] = []
  const settings = settingsOf('1')
  noteForwardedRequest(settings, '192.0.2.1', { warn: (line: string) => void lines.push(line) })
  expect([lines, hasUntrustedProxy(settings), isForwardedByUntrusted(settings, '192.0.2.1')]).toEqual([[], false, false])
  expect(isForwardedByUntrusted(settingsOf(), '192.0.2.1')).toBe(true)
})
