// The frame of the client matrix: what it says about versions, namespaces and methods that the table does not have.
import { expect, test } from 'vitest'
import { type ClientFamily, differences, heldCalls, heldCount, isInVersion, lockedVersions, matrixRows, versionsOf } from './matrix.ts'

const family: ClientFamily = {
  packageName: 'better-auth',
  aliases: ['better-auth', 'better-auth-1-7'],
  calls: {
    signOut: { operation: 'POST /sign-out' },
    forgetPassword: { operation: 'POST /forget-password', until: '1.2.8' },
    requestPasswordReset: { operation: 'POST /request-password-reset', since: '1.7.25' },
    'passkey.*': { operation: null, notHeld: 'Nobody signs in so' },
  },
}
const [oldest = '', newest = ''] = lockedVersions(family)

test('the versions of a client are those that package.json locks', async () => {
  expect([oldest, newest]).toEqual(['1.2.8', '1.7.25'])
  const versions = await versionsOf(family)
  expect(versions.map(({ version }) => version)).toEqual([oldest, newest])
  expect(Object.keys((await versions[0]?.load('/client')) as object)).toContain('createAuthClient')
})

test.each([
  [oldest, ['signOut', 'forgetPassword']],
  [newest, ['signOut', 'requestPasswordReset']],
  ['1.8.0', ['signOut', 'requestPasswordReset']],
])('the held calls of %s are those that it has', (version, names) => expect(heldCalls(family, version)).toEqual(names))

test('a call outside its versions is in none of the others', () => {
  const { forgetPassword } = family.calls
  expect([oldest, newest].map((version) => forgetPassword && isInVersion(family, forgetPassword, version))).toEqual([true, false])
})

test('a method that the table lacks and a call that the client lacks are told, and a namespace covers its methods', () => {
  expect(differences(family, oldest, ['signOut', 'forgetPassword', 'passkey.list', 'passkey.keys.delete'])).toEqual([])
  expect(differences(family, newest, ['signOut', 'signOutAll', 'passkey.list'])).toEqual([
    'better-auth 1.7.25 has signOutAll, the table does not',
    'The table has requestPasswordReset, better-auth 1.7.25 does not',
  ])
})

test('the printed table marks what each version has, and gives the reason of what is not held', () => {
  expect(matrixRows(family)).toEqual([
    ['`signOut`', '`POST /sign-out`', 'yes', 'yes', ''],
    ['`forgetPassword`', '`POST /forget-password`', 'yes', '', ''],
    ['`requestPasswordReset`', '`POST /request-password-reset`', '', 'yes', ''],
    ['`passkey.*`', '', 'no', 'no', 'Nobody signs in so'],
  ])
  expect(heldCount(family, oldest)).toEqual({ held: 2, all: 3 })
})
