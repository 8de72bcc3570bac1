import type { Platform } from '#platform/platform.ts'
import { checkRepository } from '../adapters/access.ts'
import type { Github } from '../adapters/github/github.ts'
import { servicesOf } from '../adapters/services.ts'
import type { CheckedRepository, OutsideCheck, ReasonCode } from '../model.ts'
import { findGithubConnection } from '../store.ts'

/** GitHub's own characters of names, and neither `.` nor `..`, which would lead out of the path of a request. */
const NAME = /^(?!\.{1,2}$)[A-Za-z0-9._-]+$/

/** A repository that a benefit names. */
export interface VerifyRepositoryInput {
  readonly organizationId: string
  readonly owner: string
  readonly name: string
}

/** Asks GitHub whether the app, and the account that stands for the organization, may administer the repository. Never called in a transaction. */
export async function verifyRepository(
  platform: Platform,
  { organizationId, owner, name }: VerifyRepositoryInput,
): Promise<OutsideCheck<CheckedRepository>> {
  const { github } = servicesOf(platform)
  if (!github) return { kind: 'absent' }
  const fault = (sentence: string): OutsideCheck<never> => ({ kind: 'fault', sentence })
  if (!NAME.test(owner) || !NAME.test(name)) return fault('There is no such repository.')
  const connection = await findGithubConnection(platform.database.db, organizationId)
  if (!connection) return fault('Connect a GitHub account that administers the repository first.')
  const checked = await checkRepository(github, { repository: { id: undefined, owner, name }, accountId: connection.accountId })
  if (checked.kind === 'done') return { kind: 'valid', value: checked.value }
  const isOfApp = checked.kind === 'permanent' && !ofRepository.has(checked.code)
  return fault(isOfApp ? await withInstallUrl(github, checked.sentence) : checked.sentence)
}

/** The reasons that installing the app would not change. */
const ofRepository: ReadonlySet<ReasonCode | null> = new Set(['repository_archived', 'merchant_not_administrator'])

// The usual cause is that the app is not installed on the repository yet.
async function withInstallUrl(github: Github, sentence: string): Promise<string> {
  const url = await github.readInstallUrl()
  return url.kind === 'done' ? `${sentence} It is installed at ${url.value}` : sentence
}
