import { t } from '#web/parts/linked-accounts/messages.ts'
import { CheckIcon } from '#web/ui/icons/index.ts'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { ConnectButton } from '../../linked-accounts/connect-button.tsx'
import { RoleField, type RoleValues } from './discord-role.tsx'
import type { BenefitKindForm, KindForm } from './kind.ts'

/** A role on a Discord server. */
export const discord: BenefitKindForm<'discord', RoleValues> = {
  type: 'discord',
  valuesOf: (benefit) => ({
    guildToken: benefit?.properties.guild_token ?? '',
    roleId: benefit?.properties.role_id ?? '',
    kickMember: benefit?.properties.kick_member ?? false,
  }),
  rules: {
    guildToken: (token) => (token === '' ? t('form.serverMissing') : undefined),
    roleId: (role) => (/^\d{1,30}$/.test(role.trim()) ? undefined : t('form.roleInvalid')),
  },
  paths: { 'properties.guild_token': 'guildToken', 'properties.role_id': 'roleId' },
  texts: () => ({ guildToken: { other: t('form.serverRefused') }, roleId: { other: t('form.roleRefused') } }),
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
          {t('form.server')}
          {isConnected && (
            <span className="inline-flex items-center gap-4 font-regular text-good">
              <CheckIcon size={14} />
              {t('form.serverConnected')}
            </span>
          )}
        </span>
        <ConnectButton provider="discord" values={form.values}>
          {t(isConnected ? 'again.discord' : 'connect.discord')}
        </ConnectButton>
        <p className={error === undefined ? 'text-caption text-muted' : 'text-caption text-bad'} role={error && 'alert'}>
          {error ?? t('form.serverHint')}
        </p>
      </div>
      <RoleField form={form} />
      <Checkbox checked={kickMember} label={t('form.kick')} onChange={(event) => form.set({ kickMember: event.target.checked })} />
    </>
  )
}
