import type { Permissions } from '#client/index.ts'
import { roleWords as t } from '#web/parts/organizations/roles.ts'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { actionsOf, insideResources, toggled } from './permissions.ts'

/** What a role permits inside the organization, as boxes. What is not among `held` cannot be given. */
export function RolePermissions(props: { permissions: Permissions; held: Permissions; onChange: (permissions: Permissions) => void }) {
  const { permissions, held, onChange } = props
  const isBeyond = insideResources.some((resource) => actionsOf(resource).some((action) => !held[resource]?.includes(action)))
  return (
    <fieldset className="grid min-w-0 gap-8">
      <legend className="float-left text-label font-strong">{t('drawer.permissions')}</legend>
      {isBeyond && Object.keys(held).length > 0 && <p className="text-caption text-muted">{t('drawer.beyondOwn')}</p>}
      <div className="divide-y divide-line rounded-well border border-edge px-12">
        {insideResources.map((resource) => (
          <fieldset className="grid min-w-0 gap-8 py-12 wide:grid-cols-[112px_minmax(0,1fr)]" key={resource}>
            <legend className="float-left text-label text-muted">{t(`groups.${resource}`)}</legend>
            <div className="grid gap-8">
              {actionsOf(resource).map((action) => (
                <Checkbox
                  checked={permissions[resource]?.includes(action) ?? false}
                  disabled={!held[resource]?.includes(action)}
                  key={action}
                  label={t.find(`can.${resource}.${action}`) ?? action}
                  onChange={() => onChange(toggled(permissions, resource, action))}
                />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </fieldset>
  )
}
