import type { PropertiesOf } from '#web/parts/benefits/kinds.ts'
import { tKind } from '#web/parts/benefits/messages.ts'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import type { BenefitKindTexts, KindDetailsProps } from '../kind.ts'

const nameOf = ({ repository_owner, repository_name }: PropertiesOf<'github_repository'>) => `${repository_owner}/${repository_name}`

/** The texts of access to a repository. */
export const githubRepository: BenefitKindTexts<'github_repository'> = { line: nameOf, Details: RepositoryDetails }

function RepositoryDetails({ properties }: KindDetailsProps<'github_repository'>) {
  return (
    <DescriptionList
      items={[
        [tKind('github_repository.detail.repository'), nameOf(properties)],
        [tKind('github_repository.detail.permission'), properties.permission],
      ]}
    />
  )
}
