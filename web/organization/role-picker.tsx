import { roleName } from '#web/parts/organizations/roles.ts'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { useMembership } from './membership.ts'
import { roleDescription } from './role-description.ts'

/** Selects one or more roles, each with a description. Roles that the user may not assign are disabled. */
export function RolePicker(props: {
  label: string
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
  disabled?: boolean
  error?: string | undefined
}) {
  const { label, chosen, onChange, disabled = false, error } = props
  const membership = useMembership()
  const { mayAssign } = membership
  // The role with the fewest permissions first: it is assigned most often.
  const roles = [
    ...membership.roles.filter(({ source }) => source === 'built-in').toReversed(),
    ...membership.roles.filter(({ source }) => source !== 'built-in'),
  ]
  const toggle = (name: string) => onChange(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name])
  return (
    <fieldset className="grid min-w-0 gap-12">
      <legend className="float-left text-label font-strong">{label}</legend>
      <div className="grid gap-12 rounded-well border border-edge p-12">
        {roles.map((role) => (
          <Checkbox
            aria-invalid={(error !== undefined && role === roles[0]) || undefined}
            checked={chosen.includes(role.name)}
            disabled={disabled || !mayAssign(role.name)}
            hint={roleDescription(role)}
            key={role.name}
            label={<span className="font-strong">{roleName(role.name)}</span>}
            onChange={() => toggle(role.name)}
          />
        ))}
      </div>
      {error !== undefined && (
        <p className="text-caption text-bad" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
