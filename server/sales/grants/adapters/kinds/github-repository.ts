import { giveRepositoryAccess, takeRepositoryAccess } from '#merchant/linked-accounts/index.ts'
import { done } from '#merchant/linked-accounts/model.ts'
import type { GrantProperties } from '../../model.ts'
import type { OutsideKind } from './kind.ts'

const repositoryOf = (properties: GrantProperties) => ({
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
  isApplied: isSame,
  give: async (platform, { organizationId, customerId }, properties) => {
    const { permission } = properties
    const outcome = await giveRepositoryAccess(platform, { organizationId, customerId, repository: repositoryOf(properties), permission })
    return outcome.kind === 'done' ? done({ account_id: outcome.value.accountId, ...properties }) : outcome
  },
  take: (platform, { held }) => takeRepositoryAccess(platform, { accountId: held.account_id, repository: repositoryOf(held) }),
  isChangeRelevant: (before, after) => !isSame(before, after),
}
