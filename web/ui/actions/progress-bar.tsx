/** A thin bar that fills up. `share` is from 0 to 1; null where it is unknown. */
export function ProgressBar({ label, share }: { label: string; share: number | null }) {
  return (
    <progress
      aria-label={label}
      className="h-4 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
      max={1}
      {...(share !== null && { value: share })}
    />
  )
}
