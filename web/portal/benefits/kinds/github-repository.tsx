import { linkClass } from '#web/ui/actions/link.tsx'
import { AccountLink } from '../account.tsx'
import { tKind } from '../messages.ts'
import type { GrantContentProps } from './kind.ts'

/** Access to a repository, with a link to it. */
export function Repository({ grant }: GrantContentProps<'github_repository'>) {
  const { repository_owner: owner, repository_name: name } = grant.benefit.properties
  return (
    <AccountLink grant={grant} granted={tKind('github_repository.granted')} provider="github">
      {grant.isGranted && (
        <a
          className={`${linkClass} w-max max-w-full text-label break-words`}
          href={`https://github.com/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`}
          rel="noreferrer"
        >
          {owner}/{name}
        </a>
      )}
    </AccountLink>
  )
}
