// The effects of a benefit at Discord and GitHub, each as one operation that may be repeated: repeating it changes nothing.
import { type CallOutcome, done, permanent, transient } from '../call-outcome.ts'
import { thenOf } from './calls.ts'
import type { Discord, GuildMember } from './discord/discord.ts'
import { type DiscordRanks, roleFault } from './discord/permissions.ts'
import type { FoundRepository, Github } from './github/github.ts'
import { type RepositoryPermission, repositoryPermissions } from './github/permissions.ts'
import type { KnownRepository, Repository } from './github/requests.ts'

/** A role that a customer's account gets. */
export interface RoleAccess extends GuildMember {
  readonly roleId: string
}

/** Gives the role. A user who is no member joins first, for which alone `readAccessToken` is called. */
export async function giveRole(
  discord: Discord,
  access: RoleAccess,
  readAccessToken: () => Promise<CallOutcome<string>>,
): Promise<CallOutcome> {
  return thenOf(await discord.addRole(access), async (first) => {
    if (first === 'added') return done()
    return thenOf(await readAccessToken(), async (accessToken) =>
      thenOf(await discord.joinMember({ ...access, accessToken }), async () =>
        thenOf(await discord.addRole(access), (second) => (second === 'added' ? done() : transient('member_not_added'))),
      ),
    )
  })
}

/** Takes the role, and with `isKicked` the membership, too. */
export async function takeRole(discord: Discord, access: RoleAccess & { readonly isKicked: boolean }): Promise<CallOutcome> {
  if (access.isKicked) return discord.removeMember(access)
  return discord.removeRole(access)
}

/** The guild and the sentence why the bot cannot give the role; the sentence is undefined if it can. */
export async function checkRole(
  discord: Discord,
  { guildId, roleId }: { readonly guildId: string; readonly roleId: string },
): Promise<CallOutcome<string | undefined>> {
  return thenOf(await readRanks(discord, guildId), (ranks) => done(roleFault(ranks, roleId)))
}

/** The roles of a guild and those of the bot. */
export async function readRanks(discord: Discord, guildId: string): Promise<CallOutcome<DiscordRanks>> {
  return thenOf(await discord.listBotRoles(guildId), async (botRoleIds) =>
    thenOf(await discord.listRoles(guildId), (roles) => done({ guildId, roles, botRoleIds })),
  )
}

/** The access of an account to a repository. */
export interface RepositoryAccess {
  readonly repository: KnownRepository
  readonly accountId: string
}

/** The permission that an account gets. */
export interface PermissionChange extends RepositoryAccess {
  readonly permission: RepositoryPermission
}

/** Gives the access in the name of the merchant, whose account has to administer the repository at that moment. */
export async function giveByMerchant(
  github: Github,
  { merchantAccountId, ...change }: PermissionChange & { readonly merchantAccountId: string },
): Promise<CallOutcome<'invited' | 'granted'>> {
  const { repository } = change
  return thenOf(await checkRepository(github, { repository, accountId: merchantAccountId }), (found) =>
    setPermission(github, { ...change, repository: found }),
  )
}

/** Invites the account with the permission, or changes the invitation or the access that it has in place. */
export async function setPermission(
  github: Github,
  { repository, accountId, permission }: PermissionChange,
): Promise<CallOutcome<'invited' | 'granted'>> {
  return thenOf(await github.readLogin(repository, accountId), async (login) => {
    const invite = () => github.inviteCollaborator({ repository, login, permission })
    return thenOf(await github.findInvitation(repository, accountId), async (invitation) => {
      if (!invitation)
        return thenOf(await github.readPermission({ repository, login }), (present) =>
          present === permission ? done('granted' as const) : invite(),
        )
      if (invitation.permission === permission) return done('invited' as const)
      const change = { repository, invitationId: invitation.id, permission }
      return thenOf(await github.updateInvitation(change), (updated) => (updated === 'updated' ? done('invited' as const) : invite()))
    })
  })
}

/** Lowers the access that the account has, without the right of the merchant: it never raises it, and invites no account that has none. */
export async function lowerPermission(github: Github, change: PermissionChange): Promise<CallOutcome<'invited' | 'granted'>> {
  const { repository, accountId, permission } = change
  return thenOf(await github.findInvitation(repository, accountId), async (invitation) =>
    thenOf(invitation ? done(invitation.permission) : await readAccess(github, change), (present) => {
      const isHigher = present !== undefined && repositoryPermissions.indexOf(present) > repositoryPermissions.indexOf(permission)
      return isHigher ? setPermission(github, change) : done(invitation ? 'invited' : 'granted')
    }),
  )
}

async function readAccess(
  github: Github,
  { repository, accountId }: RepositoryAccess,
): Promise<CallOutcome<RepositoryPermission | undefined>> {
  return thenOf(await github.readLogin(repository, accountId), (login) => github.readPermission({ repository, login }))
}

/** Deletes the invitation of the account and removes it from the repository: it may accept while the invitation is being deleted. */
export async function takeRepositoryAccess(github: Github, { repository, accountId }: RepositoryAccess): Promise<CallOutcome> {
  if (repository.id === undefined) return removeFrom(github, { repository, accountId })
  return thenOf(await readSame(github, repository), (found) => removeFrom(github, { repository: found, accountId }))
}

async function removeFrom(
  github: Github,
  { repository, accountId }: { readonly repository: Repository; readonly accountId: string },
): Promise<CallOutcome> {
  return thenOf(await github.findInvitation(repository, accountId), async (invitation) => {
    const deleted = invitation ? await github.deleteInvitation(repository, invitation.id) : done()
    return thenOf(deleted, async () =>
      thenOf(await github.readLogin(repository, accountId), (login) => github.removeCollaborator({ repository, login })),
    )
  })
}

/**
 * Reads the repository, and checks that the app may administer it, and that the account of the merchant may, too: otherwise a merchant could
 * invite customers to a repository of another merchant of this server.
 */
export async function checkRepository(github: Github, { repository, accountId }: RepositoryAccess): Promise<CallOutcome<FoundRepository>> {
  return thenOf(await readSame(github, repository), async (found) => {
    if (found.isArchived) return permanent('repository_archived')
    return thenOf(await github.readLogin(found, accountId), async (login) =>
      thenOf(await github.readPermission({ repository: found, login }), (permission) =>
        permission === 'admin' ? done(found) : permanent('merchant_not_administrator'),
      ),
    )
  })
}

/** The repository of the names, if it is the one of the id, too: another account may have registered the names since. */
async function readSame(github: Github, repository: KnownRepository): Promise<CallOutcome<FoundRepository>> {
  return thenOf(await github.readRepository(repository), (found) =>
    repository.id === undefined || found.id === repository.id ? done(found) : permanent('repository_replaced'),
  )
}
