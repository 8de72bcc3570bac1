import { useId } from 'react'
import { Segmented } from '#web/ui/display/segmented.tsx'
import { Tick } from '#web/ui/inputs/checkbox.tsx'
import { t } from './messages.ts'
import { type Preset, presetOf, presets, scopeResources } from './scopes.ts'

/** What a token or a role may do: read or write, resource by resource, or a set to start from. Scopes besides `allowed` cannot be chosen. */
export function ScopePicker(props: {
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
  error?: string | undefined
  label?: string | undefined
  allowed?: ReadonlySet<string> | undefined
}) {
  const { chosen, onChange, error, allowed } = props
  const id = useId()
  const toggle = (scope: string) =>
    onChange(new Set(chosen.has(scope) ? [...chosen].filter((other) => other !== scope) : [...chosen, scope]))
  return (
    <fieldset aria-describedby={error === undefined ? undefined : id} className="grid min-w-0 gap-8">
      <legend className="float-left flex w-full items-baseline justify-between text-label font-strong">
        {props.label ?? t('form.scopes')}
        <span className="text-caption font-regular text-muted tabular-nums">{t('form.chosen', { count: chosen.size })}</span>
      </legend>
      <Segmented<Preset | ''>
        label={t('form.presets')}
        onChange={(preset) => preset !== '' && onChange(new Set(presets[preset].filter((scope) => allowed?.has(scope) ?? true)))}
        options={[
          { value: 'sell', label: t('form.presetSell') },
          { value: 'read', label: t('form.presetRead') },
          { value: 'all', label: t('form.presetAll') },
          { value: 'none', label: t('form.presetNone') },
        ]}
        value={presetOf(chosen) ?? ''}
        wide
      />
      <div className="max-h-264 overflow-y-auto rounded-well border border-edge">
        <table className="w-full border-separate border-spacing-0 text-label">
          <thead className="sticky top-0 z-1 bg-float text-caption text-muted">
            <tr>
              <th className="h-32 pl-12 text-left font-regular" scope="col">
                {t('form.resource')}
              </th>
              {(['read', 'write'] as const).map((way) => (
                <th className="w-72 text-center font-regular" key={way} scope="col">
                  {t(`form.${way}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {scopeResources.map(({ name, access }, at) => (
              <tr key={name}>
                <th className="h-32 border-t border-line pl-12 text-left font-regular pointer-coarse:h-44" scope="row">
                  {t(`resources.${name}`)}
                </th>
                {(['read', 'write'] as const).map((way) => (
                  <td className="border-t border-line text-center align-middle" key={way}>
                    {(access as readonly string[]).includes(way) && (
                      <span className="inline-grid place-items-center align-middle">
                        <Tick
                          aria-invalid={(error !== undefined && at === 0 && way === 'read') || undefined}
                          aria-label={`${t(`resources.${name}`)}: ${t(`form.${way}`)}`}
                          checked={chosen.has(`${name}:${way}`)}
                          disabled={allowed?.has(`${name}:${way}`) === false}
                          onChange={() => toggle(`${name}:${way}`)}
                        />
                      </span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {error !== undefined && (
        <p className="text-caption text-bad" id={id}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
