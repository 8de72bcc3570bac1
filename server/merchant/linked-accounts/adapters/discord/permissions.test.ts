import { expect, test } from 'vitest'
import { BOT_PERMISSIONS, type DiscordRole, roleFault } from './permissions.ts'

const MANAGE_ROLES = 1n << 28n
const INVITE = 1n
const role = (id: string, position: number, permissions = 0n, isManaged = false): DiscordRole => ({
  id,
  name: `Role ${id}`,
  position,
  permissions: String(permissions),
  isManaged,
})
const everyone = (permissions = 0n) => role('1', 0, permissions)
const bot = (position: number, permissions = MANAGE_ROLES | INVITE) => role('20', position, permissions, true)
const findRoleFault = (roles: readonly DiscordRole[], roleId = '30') => roleFault({ guildId: '1', roles, botRoleIds: ['20'] }, roleId)

test('the bot asks for the permissions to invite, to remove and to give roles, and for no other', () => {
  expect(BOT_PERMISSIONS).toBe('268435459')
})

test.each([
  ['below the role of the bot', [everyone(), bot(2), role('30', 1)], undefined],
  ['below an administrator', [everyone(), bot(2, 1n << 3n), role('30', 1)], undefined],
  ['where every member has the permissions', [everyone(MANAGE_ROLES | INVITE), bot(2, 0n), role('30', 1)], undefined],
  ['as high as the role of the bot, with a higher id', [everyone(), bot(2), role('30', 2)], undefined],
  ['above the role of the bot', [everyone(), bot(2), role('30', 3)], /not below the role of the bot/],
  ['that is managed', [everyone(), bot(2), role('30', 1, 0n, true)], /manages this role/],
  ['where the bot may not manage roles', [everyone(), bot(2, INVITE), role('30', 1)], /Manage Roles/],
  ['where the bot may not invite', [everyone(), bot(2, MANAGE_ROLES), role('30', 1)], /Create Invite/],
  ['that does not exist', [everyone(), bot(2)], /no such role/],
])('roleFault of a role %s', (_, roles, fault) => {
  const found = findRoleFault(roles)
  if (fault === undefined) expect(found).toBeUndefined()
  else expect(found).toMatch(fault)
})

test('a role as high as that of the bot with a lower id outranks the bot', () => {
  expect(findRoleFault([everyone(), bot(2), role('3', 2)], '3')).toMatch(/not below/)
})

test('the role of all members cannot be given, and permissions above 53 bits are read exactly', () => {
  expect(findRoleFault([everyone(), bot(2)], '1')).toMatch(/Every member/)
  expect(findRoleFault([everyone(), bot(2, (1n << 60n) | MANAGE_ROLES | INVITE), role('30', 1)])).toBeUndefined()
})
