import { z } from 'zod'
import { type BenefitKind, namesNothing, propertyProblem } from './kind.ts'

/** GitHub's own bounds of the names of accounts and repositories. */
const OWNER_MAXIMUM = 39
const NAME_MAXIMUM = 100

const permission = z.enum(['pull', 'triage', 'push', 'maintain', 'admin'])

const wire = { repository_owner: z.string(), repository_name: z.string(), permission }
const body = {
  repository_owner: z.string().min(1).max(OWNER_MAXIMUM),
  repository_name: z.string().min(1).max(NAME_MAXIMUM),
  permission,
}

/** Access to a repository on GitHub. It needs a GitHub app of the operator (rule Y7). */
export const githubRepository: BenefitKind<'github_repository', typeof wire, typeof body> = {
  type: 'github_repository',
  name: 'BenefitGitHubRepository',
  wire,
  body,
  namedBy: namesNothing,
  check: () => ({
    problems: [propertyProblem(['repository_name'], 'This server has no GitHub app: its operator has not set one up.')],
  }),
}
