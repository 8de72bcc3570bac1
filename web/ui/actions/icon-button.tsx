import { Tooltip } from '../overlays/tooltip.tsx'
import { BareIconButton, type IconButtonProps } from './bare-icon-button.tsx'

/** An icon button. `label` is for screen readers and the tooltip; `hint={false}` omits the tooltip. */
export function IconButton({ hint = true, ...props }: IconButtonProps & { hint?: boolean | undefined }) {
  const button = <BareIconButton {...props} />
  return hint ? <Tooltip text={props.label}>{button}</Tooltip> : button
}
