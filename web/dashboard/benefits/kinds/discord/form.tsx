import { tKind } from '#web/parts/benefits/messages.ts'
import { t } from '#web/parts/linked-accounts/messages.ts'
import { CheckIcon } from '#web/ui/icons/index.ts'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { ConnectButton } from '../../../linked-accounts/connect-button.tsx'
import type { BenefitKindForm, KindForm } from '../kind.ts'
import { RoleField, type RoleValues } from './role-field.tsx'

/** A role on a Discord server. */
export const discord: BenefitKindForm<'discord', RoleValues> = {
  type: 'discord',
  valuesOf: (benefit) => ({
    guildToken: benefit?.properties.guild_token ?? '',
    roleId: benefit?.properties.role_id ?? '',
    kickMember: benefit?.properties.kick_member ?? false,
  }),
  rules: {
    guildToken: (token) => (token === '' ? tKind('discord.form.serverMissing') : undefined),
    roleId: (role) => (/^\d{1,30}$/.test(role.trim()) ? undefined : tKind('discord.form.roleInvalid')),
  },
  paths: { 'properties.guild_token': 'guildToken', 'properties.role_id': 'roleId' },
  texts: () => ({ guildToken: { other: tKind('discord.form.serverRefused') }, roleId: { other: tKind('discord.form.roleRefused') } }),
  propertiesOf: ({ guildToken, roleId, kickMember }) => ({ guild_token: guildToken, role_id: roleId.trim(), kick_member: kickMember }),
  Fields: RoleFields,
}

function RoleFields({ form }: { form: KindForm<RoleValues> }) {
  const { guildToken, kickMember } = form.values
  const isConnected = guildToken !== ''
  const { error } = form.field('guildToken')
  return (
    <>
      <div className="grid gap-6">
        <span className="flex flex-wrap items-center gap-x-12 gap-y-2 text-label font-strong">
          {tKind('discord.form.server')}
          {isConnected && (
            <span className="inline-flex items-center gap-4 font-regular text-good">
              <CheckIcon size={14} />
              {tKind('discord.form.serverConnected')}
            </span>
          )}
        </span>
        <ConnectButton provider="discord" values={form.values}>
          {t(isConnected ? 'again.discord' : 'connect.discord')}
        </ConnectButton>
        <p className={error === undefined ? 'text-caption text-muted' : 'text-caption text-bad'} role={error && 'alert'}>
          {error ?? tKind('discord.form.serverHint')}
        </p>
      </div>
      <RoleField form={form} />
      <Checkbox
        checked={kickMember}
        label={tKind('discord.form.kick')}
        onChange={(event) => form.set({ kickMember: event.target.checked })}
      />
    </>
  )
}
