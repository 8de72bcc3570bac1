import { Avatar } from '#web/parts/avatar.tsx'
import * as icons from '#web/ui/icons/index.ts'
import { Amount } from '#web/ui/text/amount.tsx'
import { Id } from '#web/ui/text/id.tsx'
import { Key } from '#web/ui/text/key.tsx'
import { Logo } from '#web/ui/text/logo.tsx'
import { Dot, Status, StatusPill, type StatusTone } from '#web/ui/text/status.tsx'
import { Heading, Text, type TextTone } from '#web/ui/text/text.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { Sample } from './sample.tsx'

const tones: readonly (readonly [StatusTone, string])[] = [
  ['good', 'Paid'],
  ['warn', 'Retrying'],
  ['bad', 'Failed'],
  ['info', 'Trialing'],
  ['neutral', 'Draft'],
  ['ended', 'Ended'],
]
const textTones: readonly TextTone[] = ['text', 'muted', 'faint', 'accent', 'good', 'warn', 'bad', 'info']
const hour = 3_600_000
const ago = (hours: number) => new Date(performance.timeOrigin - hours * hour)

export function TextSamples() {
  return (
    <>
      <Sample name="Heading" stack>
        <Heading level={1}>Brightwater Labs</Heading>
        <Heading level={2} size="dialog">
          Change product
        </Heading>
        <Heading level={3} size="card">
          Latest orders
        </Heading>
        <Heading level={3}>Small group</Heading>
      </Sample>
      <Sample name="Text: sizes and tones">
        <Text size="lead">Lead 16/24</Text>
        <Text>Body 14/20</Text>
        <Text size="label">Label 13/20</Text>
        <Text size="caption">Caption 12/16</Text>
        {textTones.map((tone) => (
          <Text key={tone} tone={tone}>
            {tone}
          </Text>
        ))}
        <Text strong>strong</Text>
      </Sample>
      <Sample name="Amount">
        <Amount currency="eur" value={323_154} />
        <Amount currency="usd" value={-450} />
        <Amount currency="jpy" value={2900} />
        <Amount bare currency="eur" value={14_900} />
        <span className="text-number font-strong">
          <Amount big currency="eur" value={323_154} />
        </span>
      </Sample>
      <Sample name="Time">
        <Time at={ago(0)} />
        <Time at={ago(0.65)} />
        <Time at={ago(30)} />
        <Time at={ago(24 * 40)} />
        <Time as="day" at={ago(24 * 400)} />
        <Time as="exact" at={ago(5)} />
      </Sample>
      <Sample name="Id">
        <Id name="Order id" value="01978c2e-7f3a-7cc1-9a4e-2b1f3c6d5e64" />
        <Id name="Number" value="NW-0215" />
      </Sample>
      <Sample name="Status, StatusPill, Dot">
        {tones.map(([tone, word]) => (
          <Status key={tone} tone={tone}>
            {word}
          </Status>
        ))}
        {tones.map(([tone, word]) => (
          <StatusPill key={tone} tone={tone}>
            {word}
          </StatusPill>
        ))}
        <StatusPill bare tone="info">
          Test mode
        </StatusPill>
        <Dot small tone="bad" />
      </Sample>
      <Sample name="Avatar, BrandMark">
        <Avatar name="Elin Sandberg" />
        <Avatar name="Bas de Groot" size={32} />
        <Avatar name="Plover & Co" size={40} />
        <Avatar name="Northwind Tools" square />
        <Avatar name="Northwind Tools" size={40} square />
        <Logo />
      </Sample>
      <Sample name="Key">
        <Key keys="mod+k" />
        <Key keys="g p" />
        <Key keys="enter" />
        <Key keys="up down" />
        <Key keys="?" />
        <Key keys="esc" />
      </Sample>
      <Sample name="Icons">
        {Object.entries(icons).map(([name, SampleIcon]) => (
          <span key={name} title={name}>
            <SampleIcon />
          </span>
        ))}
      </Sample>
    </>
  )
}
