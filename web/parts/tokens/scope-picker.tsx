import { useId, useState } from 'react'
import { Segmented } from '#web/ui/display/segmented.tsx'
import { BareCheckbox } from '#web/ui/inputs/checkbox.tsx'
import { t } from './messages.ts'
import { offeredResources, type Preset, presetOf, presets, unavailableResources } from './scopes.ts'

/**
 * Selects the scopes of a token or a role: read or write by resource, or a preset. Scopes outside `allowed` cannot be chosen, and those
 * that give nothing yet are only shown where they were chosen before.
 */
export function ScopePicker(props: {
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
  error?: string | undefined
  label?: string | undefined
  allowed?: ReadonlySet<string> | undefined
}) {
  const { chosen, onChange, error, allowed } = props
  const id = useId()
  const [resources] = useState(() => offeredResources(chosen))
  const unavailable = unavailableResources.map((name) => t(`resources.${name}`))
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
              {(['read', 'write'] as const).map((kind) => (
                <th className="w-72 text-center font-regular" key={kind} scope="col">
                  {t(`form.${kind}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {resources.map(({ name, access }, at) => (
              <tr key={name}>
                <th className="h-32 border-t border-line pl-12 text-left font-regular pointer-coarse:h-44" scope="row">
                  {t(`resources.${name}`)}
                </th>
                {(['read', 'write'] as const).map((kind) => (
                  <td className="border-t border-line text-center align-middle" key={kind}>
                    {access.includes(kind) && (
                      <span className="inline-grid place-items-center align-middle">
                        <BareCheckbox
                          aria-invalid={(error !== undefined && at === 0 && kind === 'read') || undefined}
                          aria-label={`${t(`resources.${name}`)}: ${t(`form.${kind}`)}`}
                          checked={chosen.has(`${name}:${kind}`)}
                          disabled={allowed?.has(`${name}:${kind}`) === false}
                          onChange={() => toggle(`${name}:${kind}`)}
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
      <p className="text-caption text-muted">{t('form.unavailable', { names: unavailable.join(', ') })}</p>
    </fieldset>
  )
}
