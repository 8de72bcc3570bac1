import { tKind } from '#web/parts/benefits/messages.ts'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { Id } from '#web/ui/text/id.tsx'
import type { BenefitKindTexts, KindDetailsProps } from '../kind.ts'

/** The texts of a role on a Discord server. */
export const discord: BenefitKindTexts<'discord'> = {
  line: ({ role_id: role }) => tKind('discord.words.role', { role }),
  Details: RoleDetails,
}

function RoleDetails({ properties: { role_id: role } }: KindDetailsProps<'discord'>) {
  const name = tKind('discord.detail.role')
  return <DescriptionList items={[[name, <Id key="role" name={name} value={role} />]]} />
}
