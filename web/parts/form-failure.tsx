import { Banner } from '#web/ui/overlays/banner.tsx'

/** The message of a refusal that belongs to no field of a form. */
export function FormFailure({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <Banner alert tone="bad">
      {text}
    </Banner>
  )
}
