import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/api.ts'
import { tKind } from '#web/parts/benefits/messages.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import type { KindForm } from '../kind.ts'

/** The values of the form of a role. */
export interface RoleValues {
  /** Names the server; it is sealed, and empty until one was connected. */
  readonly guildToken: string
  readonly roleId: string
  readonly kickMember: boolean
}

/** Chooses the role among those of the connected server. Where they cannot be read, its id is entered. */
export function RoleField({ form }: { form: KindForm<RoleValues> }) {
  const { id: organizationId } = useOrganization()
  const { guildToken, roleId } = form.values
  const roles = useQuery({ ...apiQuery('connections', 'discordRoles', { organizationId, guildToken }), enabled: guildToken !== '' }).data
  if (roles === undefined) {
    return (
      <Field {...form.field('roleId')} hint={tKind('discord.form.roleHint')} label={tKind('discord.form.role')} required>
        <TextInput {...form.text('roleId')} autoComplete="off" inputMode="numeric" mono />
      </Field>
    )
  }
  const isListed = roles.items.some(({ id }) => id === roleId)
  return (
    <Field {...form.field('roleId')} hint={tKind('discord.form.roleChoiceHint')} label={tKind('discord.form.roleChoice')} required>
      <Select onChange={(event) => form.set({ roleId: event.target.value })} value={roleId}>
        <option value="">{tKind('discord.form.roleNone')}</option>
        {roleId !== '' && !isListed && <option value={roleId}>{roleId}</option>}
        {roles.items.map(({ id, name, fault }) => (
          <option disabled={fault !== null && id !== roleId} key={id} value={id}>
            {fault === null ? name : tKind('discord.form.roleOutOfReach', { name })}
          </option>
        ))}
      </Select>
    </Field>
  )
}
