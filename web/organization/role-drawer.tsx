import { useId, useState } from 'react'
import type { OrganizationRole, Permissions } from '#client/index.ts'
import { covers, isRoleName } from '#kernel/access.ts'
import { useAction } from '#web/api.ts'
import { roleName, roleMessages as t } from '#web/parts/organizations/roles.ts'
import { ScopePicker } from '#web/parts/tokens/scope-picker.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { firstField } from '#web/ui/inputs/first-field.ts'
import { Form } from '#web/ui/inputs/form.tsx'
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

interface Faults {
  readonly name?: string
  readonly form?: string
}

/** Shows one role and its permissions, and edits them where allowed. Without `role` it creates one. */
export function RoleDrawer({ role, onClose }: { role: OrganizationRole | undefined; onClose: () => void }) {
  const { organization, me, may, roles } = useMembership()
  const id = useId()
  const [name, setName] = useState('')
  const [permissions, setPermissions] = useState<Permissions>(role?.permissions ?? {})
  const [faults, setFaults] = useState<Faults>({})
  const [isDeleting, setIsDeleting] = useState(false)
  const create = useAction(organizations.createRole)
  const update = useAction(organizations.updateRole)
  const busy = create.busy || update.busy
  const ownPermissions = combinedPermissions(me.role, rolesByName(roles))
  const readOnlyReason = findReadOnlyReason()
  const isChanged = role === undefined || !isSame(permissions, role.permissions)

  function findReadOnlyReason(): string | undefined {
    if (role === undefined) return undefined
    if (role.source !== 'organization') return t('drawer.fixed')
    if (!may({ role: ['update'] })) return t('drawer.readOnly')
    return covers(me.role, role.permissions, rolesByName(roles)) ? undefined : t('drawer.beyond')
  }
  function nameFault(): string | undefined {
    if (role !== undefined) return undefined
    if (name.trim() === '') return t('drawer.nameMissing')
    if (roles.some((other) => other.name === name.trim())) return t('drawer.nameTaken')
    return isRoleName(name.trim()) ? undefined : t('drawer.nameInvalid')
  }
  const submit = async () => {
    const fault = nameFault()
    setFaults(fault === undefined ? {} : { name: fault })
    if (fault !== undefined || readOnlyReason !== undefined) return
    const body = { organizationId: organization.id, name: role?.name ?? name.trim(), permissions: withoutEmpty(permissions) }
    const result = await (role === undefined ? create.run(body) : update.run(body))
    if (result === null) return
    if (result.error !== null) return setFaults({ form: refusedText(result.error) })
    await refreshOrganization()
    toast(t(role === undefined ? 'drawer.created' : 'drawer.saved', { name: body.name }))
    onClose()
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
        <Form busy={busy} className="grid grid-cols-[minmax(0,1fr)] gap-24" faults={faults} id={id} onSubmit={() => void submit()} saveKey>
          {faults.form !== undefined && (
            <Banner alert tone="bad">
              {faults.form}
            </Banner>
          )}
          {role === undefined && (
            <Field error={faults.name} hint={t('drawer.nameHint')} label={t('drawer.name')} required>
              <TextInput
                autoCapitalize="none"
                autoComplete="off"
                onChange={(event) => {
                  setName(event.currentTarget.value)
                  setFaults({})
                }}
                placeholder="support-lead"
                ref={firstField}
                spellCheck={false}
                value={name}
              />
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
        </Form>
      </Drawer>
      {isDeleting && role !== undefined && <DeleteRoleDialog onClose={() => setIsDeleting(false)} onDone={onClose} role={role} />}
    </>
  )
}
