// Every held call of the published `better-auth` client, in every locked version or in the newest (`npm run clients -- --newest`),
// against the running application. One expectation holds for all versions.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fakeProvider } from '#test/support/fake-provider.ts'
import { testServer } from '#test/support/server.ts'
import { authClient, type HeldAuthCall } from './auth-calls.ts'
import { aScene, loadAuthClient, type Scene } from './auth-client.ts'
import { authDrives } from './auth-drives.ts'
import { type ClientCall, differences, heldCalls, lockedVersions, versionsOf } from './matrix.ts'

const fake = await fakeProvider()
// GitLab is the only configured provider.
const providers = Object.entries(fake.settings).filter(([name]) => /^(GITLAB|SOCIAL)_/.test(name))
const server = await testServer({ settings: { ...Object.fromEntries(providers), DELETE_USER_VERIFICATION: 'true' } })
const baseURL = await server.listen()
const versions = await versionsOf(authClient)
afterAll(async () => {
  await server.close()
  await fake.close()
})

test('the table names no other versions than the locked ones', () => {
  const calls: readonly ClientCall[] = Object.values(authClient.calls)
  const named = calls.flatMap(({ since, until }) => [since, until])
  expect(lockedVersions(authClient)).toEqual(expect.arrayContaining([...new Set(named)].filter((version) => version !== undefined)))
})

describe.each(versions.map((version) => [version.version, version] as const))('better-auth %s', (name, version) => {
  let scene: Scene
  beforeAll(async () => {
    scene = await aScene(server, baseURL, version)
  })

  test('has exactly the methods of the table', async () => {
    expect(differences(authClient, name, (await loadAuthClient(version)).methods)).toEqual([])
  })

  test.each(heldCalls(authClient, name) as readonly HeldAuthCall[])('%s is answered as the client expects', async (call) => {
    await authDrives[call](scene, fake)
  })
})
