import { roleName } from '#web/parts/organizations/roles.ts'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { describedRole } from './role-described.ts'
import { useStanding } from './standing.ts'

/** The roles to choose from, several at once, each with what it permits in a sentence. Those that the person may not give are not to be pressed. */
export function RolePicker(props: {
  label: string
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
  disabled?: boolean
  error?: string | undefined
}) {
  const { label, chosen, onChange, disabled = false, error } = props
  const standing = useStanding()
  const { mayGive } = standing
  // What permits least comes first: it is what most people get.
  const roles = [
    ...standing.roles.filter(({ source }) => source === 'built-in').toReversed(),
    ...standing.roles.filter(({ source }) => source !== 'built-in'),
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
            disabled={disabled || !mayGive(role.name)}
            hint={describedRole(role)}
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
