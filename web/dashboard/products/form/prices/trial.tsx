import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { t } from './messages.ts'
import { type TrialUnit, type TrialValues, trialUnits } from './trial-values.ts'

/** The free trial at the start of a subscription: none, or its length and whether it asks for a payment method. */
export function TrialFields(props: { trial: TrialValues; error: string | undefined; onChange: (trial: TrialValues) => void }) {
  const { trial, error, onChange } = props
  const set = (part: Partial<TrialValues>) => onChange({ ...trial, ...part })
  return (
    <div className="grid gap-12 border-t border-line pt-16">
      <Checkbox
        checked={trial.isOffered}
        hint={t('trialHint')}
        label={<span className="font-strong">{t('trial')}</span>}
        onChange={(event) => set({ isOffered: event.target.checked })}
      />
      {trial.isOffered && (
        <div className="grid gap-12 pl-24">
          <Field error={error} label={t('trialLength')} required>
            <div className="grid max-w-320 grid-cols-[minmax(0,1fr)_minmax(0,2fr)] gap-8">
              <TextInput
                autoComplete="off"
                inputMode="numeric"
                maxLength={4}
                name="trial"
                numeric
                onChange={(event) => set({ count: event.target.value })}
                value={trial.count}
              />
              <Select
                aria-label={t('trialUnit')}
                id="trial-unit"
                name="trialUnit"
                onChange={(event) => set({ unit: event.target.value as TrialUnit })}
                value={trial.unit}
              >
                {trialUnits.map((unit) => (
                  <option key={unit} value={unit}>
                    {t(`trialUnits.${unit}`)}
                  </option>
                ))}
              </Select>
            </div>
          </Field>
          <Checkbox
            checked={trial.needsMethod}
            hint={t(trial.needsMethod ? 'trialMethodHint' : 'trialNoMethodHint')}
            label={t('trialMethod')}
            onChange={(event) => set({ needsMethod: event.target.checked })}
          />
        </div>
      )}
    </div>
  )
}
