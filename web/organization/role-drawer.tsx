import { useId, useState } from 'react'
import type { OrganizationRole, Permissions } from '#client/index.ts'
import { covers, isRoleName } from '#contract/access.ts'
import { useAction } from '#web/api.ts'
import { FormFailure } from '#web/parts/form-failure.tsx'
import { roleName, roleMessages as t } from '#web/parts/organizations/roles.ts'
import { ScopePicker } from '#web/parts/tokens/scope-picker.tsx'
import { useForm } from '#web/parts/use-form.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { AppForm } from '#web/ui/inputs/app-form.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { filled, type Rule } from '#web/ui/inputs/rules.ts'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Drawer } from '#web/ui/overlays/drawer.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { organizations, refreshOrganization } from './client.ts'
import { DeleteRoleDialog } from './delete-role-dialog.tsx'
import { useMembership } from './membership.ts'
import { combinedPermissions, isSame, rolesByName, withoutEmpty } from './permissions.ts'
import { refusedText } from './refusal.ts'
import { roleDescription } from './role-description.ts'
import { RolePermissions } from './role-permissions.tsx'

interface RoleValues {
  readonly name: string
  readonly permissions: Permissions
}

/** Shows one role and its permissions, and edits them where allowed. Without `role` it creates one. */
export function RoleDrawer({ role, onClose }: { role: OrganizationRole | undefined; onClose: () => void }) {
  const { organization, me, may, roles } = useMembership()
  const id = useId()
  const [isDeleting, setIsDeleting] = useState(false)
  const create = useAction(organizations.createRole)
  const update = useAction(organizations.updateRole)
  const ownPermissions = combinedPermissions(me.role, rolesByName(roles))
  const readOnlyReason = findReadOnlyReason()
  const form = useForm<RoleValues, unknown>({
    initial: { name: role?.name ?? '', permissions: role?.permissions ?? {} },
    rules: role === undefined ? { name: nameRules(roles) } : {},
    refusals: { text: refusedText },
    send: async ({ name, permissions }) => {
      if (readOnlyReason !== undefined) return null
      const body = { organizationId: organization.id, name: name.trim(), permissions: withoutEmpty(permissions) }
      return role === undefined ? create.run(body) : update.run(body)
    },
    onDone: async (_, { name }) => {
      await refreshOrganization()
      toast(t(role === undefined ? 'drawer.created' : 'drawer.saved', { name: name.trim() }))
      onClose()
    },
  })
  const { busy } = form
  const { permissions } = form.values
  const setPermissions = (permissions: Permissions) => form.set({ permissions })
  const isChanged = role === undefined || !isSame(permissions, role.permissions)

  function findReadOnlyReason(): string | undefined {
    if (role === undefined) return undefined
    if (role.source !== 'organization') return t('drawer.fixed')
    if (!may({ role: ['update'] })) return t('drawer.readOnly')
    return covers(me.role, role.permissions, rolesByName(roles)) ? undefined : t('drawer.beyond')
  }
  const mayDelete = role?.source === 'organization' && may({ role: ['delete'] })
  return (
    <>
      <Drawer
        foot={
          (readOnlyReason === undefined || mayDelete) && (
            <>
              <span>
                {mayDelete && (
                  <Button disabled={busy} variant="danger" onClick={() => setIsDeleting(true)}>
                    {t('drawer.delete')}
                  </Button>
                )}
              </span>
              {readOnlyReason === undefined && (
                <Button busy={busy} disabled={!isChanged} form={id} variant="primary" type="submit">
                  {t(role === undefined ? 'drawer.create' : 'drawer.save')}
                </Button>
              )}
            </>
          )
        }
        lead={<p className="text-label text-muted">{role === undefined ? t('drawer.newDescription') : roleDescription(role)}</p>}
        onClose={onClose}
        open={!isDeleting}
        title={role === undefined ? t('drawer.newTitle') : roleName(role.name)}
      >
        {readOnlyReason !== undefined && <Banner tone="info">{readOnlyReason}</Banner>}
        {readOnlyReason === undefined && role !== undefined && role.members > 0 && (
          <Banner tone="info">{t('drawer.inUseNote', { count: role.members })}</Banner>
        )}
        <AppForm {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-24" focusFirst={role === undefined} id={id} saveKey>
          {role === undefined && (
            <Field {...form.field('name')} hint={t('drawer.nameHint')} label={t('drawer.name')} required>
              <TextInput {...form.text('name')} autoCapitalize="none" autoComplete="off" placeholder="support-lead" spellCheck={false} />
            </Field>
          )}
          <RolePermissions
            grantable={readOnlyReason === undefined ? ownPermissions : {}}
            onChange={setPermissions}
            permissions={permissions}
          />
          <ScopePicker
            allowed={new Set(readOnlyReason === undefined ? ownPermissions['billing'] : [])}
            chosen={new Set(permissions['billing'])}
            label={t('drawer.selling')}
            onChange={(scopes) => setPermissions(withoutEmpty({ ...permissions, billing: [...scopes] }))}
          />
          <FormFailure text={form.failure} />
        </AppForm>
      </Drawer>
      {isDeleting && role !== undefined && <DeleteRoleDialog onClose={() => setIsDeleting(false)} onDone={onClose} role={role} />}
    </>
  )
}

const nameRules = (roles: readonly OrganizationRole[]): Rule<RoleValues, string>[] => [
  filled(t('drawer.nameMissing')),
  (name) => (roles.some((other) => other.name === name.trim()) ? t('drawer.nameTaken') : undefined),
  (name) => (isRoleName(name.trim()) ? undefined : t('drawer.nameInvalid')),
]
