import { useId, useState } from 'react'
import type { OrganizationRole, Permissions } from '#client/index.ts'
import { useAct } from '#web/api.ts'
import { roleName, roleWords as t } from '#web/parts/organizations/roles.ts'
import { ScopePicker } from '#web/parts/tokens/scope-picker.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { firstField } from '#web/ui/inputs/first-field.ts'
import { Form } from '#web/ui/inputs/form.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Drawer } from '#web/ui/overlays/drawer.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { organizations, renewOrganization } from './client.ts'
import { covers, heldBy, isRoleName, isSame, trimmed } from './permissions.ts'
import { refusedText } from './refusal.ts'
import { RoleDeletion } from './role-deletion.tsx'
import { describedRole } from './role-described.ts'
import { RolePermissions } from './role-permissions.tsx'
import { useStanding } from './standing.ts'

interface Faults {
  readonly name?: string
  readonly form?: string
}

/** One role and what it permits: to look at where it cannot be changed. Without `role` a new one is made. */
export function RoleDrawer({ role, onClose }: { role: OrganizationRole | undefined; onClose: () => void }) {
  const { organization, me, may, roles } = useStanding()
  const id = useId()
  const [name, setName] = useState('')
  const [permissions, setPermissions] = useState<Permissions>(role?.permissions ?? {})
  const [faults, setFaults] = useState<Faults>({})
  const [isDeleting, setIsDeleting] = useState(false)
  const create = useAct(organizations.createRole)
  const update = useAct(organizations.updateRole)
  const busy = create.busy || update.busy
  const held = heldBy(me.role, roles)
  const why = whyFixed()
  const isChanged = role === undefined || !isSame(permissions, role.permissions)

  function whyFixed(): string | undefined {
    if (role === undefined) return undefined
    if (role.source !== 'organization') return t('drawer.fixed')
    if (!may({ role: ['update'] })) return t('drawer.readOnly')
    return covers(held, role.permissions) ? undefined : t('drawer.beyond')
  }
  function nameFault(): string | undefined {
    if (role !== undefined) return undefined
    if (name.trim() === '') return t('drawer.nameMissing')
    if (roles.some((other) => other.name === name.trim())) return t('drawer.nameTaken')
    return isRoleName(name.trim()) ? undefined : t('drawer.nameWrong')
  }
  const submit = async () => {
    const fault = nameFault()
    setFaults(fault === undefined ? {} : { name: fault })
    if (fault !== undefined || why !== undefined) return
    const body = { organizationId: organization.id, name: role?.name ?? name.trim(), permissions: trimmed(permissions) }
    const result = await (role === undefined ? create.run(body) : update.run(body))
    if (result === null) return
    if (result.error !== null) return setFaults({ form: refusedText(result.error) })
    await renewOrganization()
    toast(t(role === undefined ? 'drawer.created' : 'drawer.saved', { name: body.name }))
    onClose()
  }
  const mayDelete = role?.source === 'organization' && may({ role: ['delete'] })
  return (
    <>
      <Drawer
        foot={
          (why === undefined || mayDelete) && (
            <>
              <span>
                {mayDelete && (
                  <Button disabled={busy} look="danger" onClick={() => setIsDeleting(true)}>
                    {t('drawer.delete')}
                  </Button>
                )}
              </span>
              {why === undefined && (
                <Button busy={busy} disabled={!isChanged} form={id} look="primary" type="submit">
                  {t(role === undefined ? 'drawer.create' : 'drawer.save')}
                </Button>
              )}
            </>
          )
        }
        lead={<p className="text-label text-muted">{role === undefined ? t('drawer.newLead') : describedRole(role)}</p>}
        onClose={onClose}
        open={!isDeleting}
        title={role === undefined ? t('drawer.newTitle') : roleName(role.name)}
      >
        {why !== undefined && <Banner tone="info">{why}</Banner>}
        {why === undefined && role !== undefined && role.members > 0 && (
          <Banner tone="info">{t('drawer.reach', { count: role.members })}</Banner>
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
          <RolePermissions held={why === undefined ? held : {}} onChange={setPermissions} permissions={permissions} />
          <ScopePicker
            allowed={new Set(why === undefined ? held['billing'] : [])}
            chosen={new Set(permissions['billing'])}
            label={t('drawer.selling')}
            onChange={(scopes) => setPermissions(trimmed({ ...permissions, billing: [...scopes] }))}
          />
        </Form>
      </Drawer>
      {isDeleting && role !== undefined && <RoleDeletion onClose={() => setIsDeleting(false)} onDone={onClose} role={role} />}
    </>
  )
}
