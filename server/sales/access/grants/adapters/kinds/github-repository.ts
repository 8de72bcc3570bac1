import { giveRepositoryAccess, repositoryPermissions, takeRepositoryAccess } from '#merchant/linked-accounts/index.ts'
import type { GrantProperties } from '../../model.ts'
import type { OutsideKind } from './kind.ts'

const repositoryOf = (properties: GrantProperties) => ({
  id: properties['repository_id'] === undefined ? undefined : String(properties['repository_id']),
  owner: String(properties['repository_owner']),
  name: String(properties['repository_name']),
})
/** GitHub compares names without regard to case. */
const targetOf = (properties: GrantProperties) => {
  const { owner, name } = repositoryOf(properties)
  return `${owner}/${name}`.toLowerCase()
}
const isSame = (before: GrantProperties, after: GrantProperties) =>
  targetOf(before) === targetOf(after) && before['permission'] === after['permission']

/** Access to a repository on GitHub (rule Y7). */
export const githubRepository: OutsideKind<'github_repository'> = {
  type: 'github_repository',
  place: 'outside',
  provider: 'github',
  targetOf,
  levelOf: ({ permission }) => (repositoryPermissions as readonly unknown[]).indexOf(permission),
  accessOf: (account_id, properties) => ({ account_id, ...properties }),
  isApplied: isSame,
  give: (platform, { properties, ...of }) =>
    giveRepositoryAccess(platform, { ...of, repository: repositoryOf(properties), permission: properties.permission }),
  take: (platform, { held }) => takeRepositoryAccess(platform, { accountId: held.account_id, repository: repositoryOf(held) }),
  isChangeRelevant: (before, after) => !isSame(before, after),
}
