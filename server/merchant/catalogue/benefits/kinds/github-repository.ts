import { z } from 'zod'
import { Bug } from '#kernel/assert.ts'
import { added } from '#platform/http/wire-parts.ts'
import { defineBenefitKind, propertyProblem } from './kind.ts'

/** GitHub's own bounds of the names of accounts and repositories. */
const OWNER_MAXIMUM = 39
const NAME_MAXIMUM = 100

const permission = z.enum(['pull', 'triage', 'push', 'maintain', 'admin'])

const repositoryId = z
  .string()
  .optional()
  .meta(added('The id of the repository at GitHub, which stays when it is renamed. Absent where the benefit was last saved without one.'))
const wire = { repository_id: repositoryId, repository_owner: z.string(), repository_name: z.string(), permission }
const body = {
  repository_owner: z.string().min(1).max(OWNER_MAXIMUM),
  repository_name: z.string().min(1).max(NAME_MAXIMUM),
  permission,
}

const account = z.string().nullish()
const repository = { repository_owner: z.string().optional(), repository_name: z.string().optional() }
const grantedId = z.string().optional().meta(added('The id of the repository at GitHub; absent where it was granted without one.'))
const grant = {
  merchant: { account_id: account, repository_id: grantedId, ...repository, permission: z.string().optional() },
  customer: { account_id: account, ...repository, permission: permission.optional() },
}

/** Access to a repository on GitHub. It needs a GitHub app of the operator (rule Y7). */
export const githubRepository = defineBenefitKind({
  type: 'github_repository',
  name: 'GitHubRepository',
  wire,
  body,
  namedBy: ({ repository_owner: owner, repository_name: name }) => ({
    meters: [],
    files: [],
    outside: { kind: 'github_repository', owner, name },
  }),
  check: ({ permission }, { outside }) => {
    if (outside.kind !== 'github_repository') throw new Bug('A repository was not checked before it was saved')
    const { check } = outside
    const problem = (sentence: string) => ({ problems: [propertyProblem(['repository_name'], sentence)] })
    if (check.kind === 'absent') return problem('This server has no GitHub app: its operator has not set one up.')
    if (check.kind === 'fault') return problem(check.sentence)
    const { id, owner, name } = check.value
    return { properties: { repository_id: id, repository_owner: owner, repository_name: name, permission } }
  },
  shown: { repository_owner: wire.repository_owner, repository_name: wire.repository_name },
  toShown: ({ repository_owner, repository_name }) => ({ repository_owner, repository_name }),
  grant,
})
