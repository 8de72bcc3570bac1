import { expect, test } from 'vitest'
import { accountToUnlink } from './rules.ts'

const account = (providerId: string, accountId: string) => ({ id: `${providerId} ${accountId}`, providerId, accountId }) as never
const password = account('credential', 'ada')
const github = account('github', '7')

test.each([
  ['a provider that is linked', [password, github], 'github', undefined, false, 'github 7'],
  ['by its id there', [password, github], 'github', '7', false, 'github 7'],
  ['the password beside a provider', [password, github], 'credential', undefined, false, 'credential ada'],
  ['the last one where that is allowed', [github], 'github', undefined, true, 'github 7'],
] as const)('%s is unlinked', (_, accounts, providerId, accountId, mayUnlinkAll, id) => {
  expect(accountToUnlink(accounts, { providerId, accountId }, mayUnlinkAll).id).toBe(id)
})

test.each([
  ['the last one', [github], 'github', undefined, false, "You can't unlink your last account"],
  ['another than the last one', [github], 'google', undefined, false, "You can't unlink your last account"],
  ['one that is not linked', [password, github], 'google', undefined, false, 'Account not found'],
  ['another id there', [password, github], 'github', '8', false, 'Account not found'],
  ['any, where none is left', [], 'github', undefined, true, 'Account not found'],
] as const)('%s is refused', (_, accounts, providerId, accountId, mayUnlinkAll, sentence) => {
  expect(() => accountToUnlink(accounts, { providerId, accountId }, mayUnlinkAll)).toThrow(sentence)
})
