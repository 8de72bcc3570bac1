import type { Permissions } from '#client/index.ts'
import { roleMessages as t } from '#web/parts/organizations/roles.ts'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { actionsOf, organizationResources, toggle } from './permissions.ts'

/** The permissions of a role inside the organization as checkboxes. Permissions outside `grantable` are disabled. */
export function RolePermissions(props: { permissions: Permissions; grantable: Permissions; onChange: (permissions: Permissions) => void }) {
  const { permissions, grantable, onChange } = props
  const exceedsOwn = organizationResources.some((resource) => actionsOf(resource).some((action) => !grantable[resource]?.includes(action)))
  return (
    <fieldset className="grid min-w-0 gap-8">
      <legend className="float-left text-label font-strong">{t('drawer.permissions')}</legend>
      {exceedsOwn && Object.keys(grantable).length > 0 && <p className="text-caption text-muted">{t('drawer.notYours')}</p>}
      <div className="divide-y divide-line rounded-well border border-edge px-12">
        {organizationResources.map((resource) => (
          <fieldset className="grid min-w-0 gap-8 py-12 wide:grid-cols-[112px_minmax(0,1fr)]" key={resource}>
            <legend className="float-left text-label text-muted">{t(`groups.${resource}`)}</legend>
            <div className="grid gap-8">
              {actionsOf(resource).map((action) => (
                <Checkbox
                  checked={permissions[resource]?.includes(action) ?? false}
                  disabled={!grantable[resource]?.includes(action)}
                  key={action}
                  label={t.find(`can.${resource}.${action}`) ?? action}
                  onChange={() => onChange(toggle(permissions, resource, action))}
                />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </fieldset>
  )
}
