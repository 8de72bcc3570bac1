import { expect, test } from 'vitest'
import { isIpAllowed, isPublicIp, isSecurePublicUrl, outboundUrlFault, publicOnly } from './ip-addresses.ts'

test.each([
  ['93.184.216.34', true],
  ['2606:4700:4700::1111', true],
  ['127.0.0.1', false],
  ['127.8.9.1', false],
  ['10.1.2.3', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['192.0.0.8', false],
  ['192.0.2.1', false],
  ['198.19.255.255', false],
  ['203.0.113.9', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['0.0.0.0', false],
  ['::', false],
  ['::1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['fec0::1', false],
  ['ff02::1', false],
  ['::ffff:93.184.216.34', false],
  ['::ffff:0:10.0.0.1', false],
  ['64:ff9b::a00:1', false],
  ['64:ff9b:1::1', false],
  ['2002:a00:5::1', false],
  ['2001::1', false],
  ['2001:db8::1', false],
  ['3fff::1', false],
  ['::10.0.0.1', false],
  ['4000::1', false],
  ['8.8.8.8', true],
  ['100.100.100.200', false],
  ['100.127.255.255', false],
  ['100.128.0.1', true],
  ['172.16.3.4', false],
  ['192.88.99.1', false],
  ['192.168.1.1', false],
  ['240.0.0.1', false],
  ['fd00:ec2::254', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:169.254.169.254', false],
  ['0x7f.1', false],
  ['2130706433', false],
  ['fe80::1%eth0', false],
  ['example.com', false],
])('%s is public: %s', (ipAddress, isPublic) => {
  expect(isPublicIp(ipAddress)).toBe(isPublic)
})

test('allowed networks and loopback are allowed, and nothing else', () => {
  const allowance = { hosts: [], networks: ['10.0.0.0/8', 'fd00::/8'], isLoopbackAllowed: true }
  expect(['10.9.9.9', '::ffff:10.1.1.1', 'fd00::5', '127.0.0.1', '::1'].map((ipAddress) => isIpAllowed(ipAddress, allowance))).toEqual(
    Array(5).fill(true),
  )
  expect(['192.168.1.1', 'fe80::1', 'nonsense'].map((ipAddress) => isIpAllowed(ipAddress, allowance))).toEqual([false, false, false])
  expect(isIpAllowed('127.0.0.1', publicOnly)).toBe(false)
})

test.each([
  ['https://example.com/hook', null],
  ['http://example.com/hook', 'https'],
  ['https://user:pw@example.com/', 'user name'],
  ['ftp://example.com', 'https'],
  ['not a url', 'valid'],
  ['https://localhost/x', 'public'],
  ['https://a.localhost./x', 'public'],
  ['https://127.1/', 'public'],
  ['https://[::ffff:127.0.0.1]/', 'public'],
  ['https://0x7f000001/', 'public'],
])('in production the fault of %s is: %s', (url, fault) => {
  const found = outboundUrlFault(url, { isProduction: true, allowance: publicOnly })
  if (fault === null) expect(found).toBeNull()
  else expect(found).toContain(fault)
})

test('outside production http and, if allowed, loopback may be called', () => {
  const allowance = { hosts: ['hooks.internal'], networks: [], isLoopbackAllowed: true }
  const fault = (url: string, isProduction: boolean) => outboundUrlFault(url, { isProduction, allowance })
  expect([fault('http://example.com', false), fault('http://localhost:3001/x', false), fault('http://127.0.0.1/', true)]).toEqual([
    null,
    null,
    null,
  ])
  expect(fault('http://hooks.internal/', true)).toBeNull()
  expect(fault('https://192.168.0.1/', false)).toContain('public')
})

test.each([
  ['https://shop.northwind.example', true],
  ['https://8.8.8.8', true],
  ['http://shop.northwind.example', false],
  ['https://localhost:3000', false],
  ['https://127.0.0.1', false],
  ['https://[::1]:8443', false],
  ['https://10.0.0.7', false],
])('%s is a URL that everybody can open safely: %s', (url, isOne) => {
  expect(isSecurePublicUrl(url)).toBe(isOne)
})
