import { useState } from 'react'
import { Link } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { SearchIcon } from '#web/ui/icons/index.ts'
import { ActionBar } from '#web/ui/inputs/action-bar.tsx'
import { AppForm } from '#web/ui/inputs/app-form.tsx'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Choices } from '#web/ui/inputs/choices.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { KeyValueEditor, type Pair } from '#web/ui/inputs/key-value-editor.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { PasswordInput } from '#web/ui/inputs/password-input.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { Switch } from '#web/ui/inputs/switch.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { Sample } from './sample.tsx'

export function InputSamples() {
  const [price, setPrice] = useState<number | null>(15_900)
  const [pairs, setPairs] = useState<readonly Pair[]>([{ id: 'a', key: 'seats', value: '3' }])
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-24 desk:grid-cols-2">
        <Card>
          <CardHead title="Fields" />
          <CardBody underHead>
            <Field hint="Buyers read it on the checkout." label="Name">
              <TextInput defaultValue="Relay Team" />
            </Field>
            <Field error="This is not a valid email." label="Email">
              <TextInput defaultValue="elin@" inputMode="email" />
            </Field>
            <Field beside={<Link href="#inputs">Forgot password?</Link>} label="Password">
              <PasswordInput autoComplete="off" defaultValue="correct horse" size="tall" />
            </Field>
            <Field hint={price === null ? 'Not an amount' : `${price} minor units`} label="Amount">
              <MoneyInput currency="eur" onChange={setPrice} value={price} />
            </Field>
            <Field label="Every">
              <Select defaultValue="month">
                <option value="month">Month</option>
                <option value="year">Year</option>
              </Select>
            </Field>
          </CardBody>
        </Card>
        <Card>
          <CardHead title="More fields" />
          <CardBody underHead>
            <Field label="Description" optional>
              <Textarea defaultValue="Fast, reproducible builds for teams." />
            </Field>
            <Field label="Disabled">
              <TextInput defaultValue="Fixed once sold" disabled />
            </Field>
            <Field label="Search">
              <TextInput icon={SearchIcon} placeholder="Customer, email or id" size="chip" type="search" />
            </Field>
            <Checkbox defaultChecked label="Keep me signed in on this device" />
            <Checkbox hint="Nothing is sent before." label="Send a sample" />
            <Checkbox disabled label="Not available" />
            <div className="flex flex-wrap gap-24">
              <Switch defaultChecked label="Required" />
              <Switch label="Optional" />
              <Switch disabled label="Disabled" />
            </div>
          </CardBody>
        </Card>
      </div>
      <Sample name="Choices" stack>
        <ChoicesSample />
      </Sample>
      <Sample name="KeyValueEditor" stack>
        <KeyValueEditor
          errors={pairs.some(({ key }) => key === '') ? { [pairs.find(({ key }) => key === '')?.id ?? '']: 'A key is missing.' } : {}}
          onChange={setPairs}
          pairs={pairs}
        />
      </Sample>
      <Sample name="Form and ActionBar (⌘S)" stack>
        <AppForm onSubmit={() => toast('Saved')} saveKey>
          <ActionBar changes={['Name', 'Price']} note="Price €149.00 to €159.00, for new sales only" onDiscard={() => toast('Discarded')} />
        </AppForm>
      </Sample>
    </>
  )
}

function ChoicesSample() {
  const [value, setValue] = useState<'solo' | 'team' | 'gone'>('team')
  return (
    <Choices
      columns={3}
      label="Product"
      onChange={setValue}
      options={[
        { value: 'solo', title: 'Relay Solo', text: '€29.00 / month · 500 minutes' },
        { value: 'team', title: 'Relay Team', text: '€149.00 / month · 5,000 minutes' },
        { value: 'gone', title: 'Not on sale', text: 'Archived', disabled: true },
      ]}
      value={value}
    />
  )
}
