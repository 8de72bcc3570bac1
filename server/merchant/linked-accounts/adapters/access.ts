// What a benefit does at Discord and GitHub, each as one operation that may be repeated: repeating it changes nothing.
import { type CallOutcome, done, transient } from '../call-outcome.ts'
import { thenOf } from './calls.ts'
import type { Discord, GuildMember } from './discord/discord.ts'
import { type DiscordRanks, roleFault } from './discord/permissions.ts'
import type { Github } from './github/github.ts'
import type { RepositoryPermission } from './github/permissions.ts'
import type { Repository } from './github/requests.ts'

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
  readonly repository: Repository
  readonly accountId: string
}

/** Invites the account with the permission, or changes the invitation or the access that it has in place. */
export async function giveRepositoryAccess(
  github: Github,
  { repository, accountId, permission }: RepositoryAccess & { readonly permission: RepositoryPermission },
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

/** Deletes the invitation of the account and removes it from the repository: it may accept while the invitation is being deleted. */
export async function takeRepositoryAccess(github: Github, { repository, accountId }: RepositoryAccess): Promise<CallOutcome> {
  return thenOf(await github.findInvitation(repository, accountId), async (invitation) => {
    const deleted = invitation ? await github.deleteInvitation(repository, invitation.id) : done()
    return thenOf(deleted, async () =>
      thenOf(await github.readLogin(repository, accountId), (login) => github.removeCollaborator({ repository, login })),
    )
  })
}

/** Why benefits cannot give access to a repository, or the repository as GitHub writes it. */
export type RepositoryCheck = { readonly fault: string } | { readonly repository: Repository }

/**
 * Checks that the app may administer the repository, and that the account of the merchant may, too: otherwise a merchant could invite
 * customers to a repository of another merchant of this server.
 */
export async function checkRepository(github: Github, { repository, accountId }: RepositoryAccess): Promise<CallOutcome<RepositoryCheck>> {
  return thenOf(await github.readRepository(repository), async (found) => {
    if (found.isArchived) return done({ fault: 'This repository is archived: GitHub sends no invitations to it.' })
    return thenOf(await github.readLogin(found, accountId), async (login) =>
      thenOf(await github.readPermission({ repository: found, login }), (permission): CallOutcome<RepositoryCheck> => {
        if (permission !== 'admin') return done({ fault: `The GitHub account ${login} is no administrator of this repository.` })
        return done({ repository: { owner: found.owner, name: found.name } })
      }),
    )
  })
}
