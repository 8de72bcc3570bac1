import { Component, type ReactNode } from 'react'

interface Props {
  children: ReactNode
  fallback: (error: unknown, retry: () => void) => ReactNode
  /** A change of this value (the path) clears the failure. */
  resetOn?: unknown
}

/** Shows `fallback` in place of children that throw while they render. */
export class Boundary extends Component<Props, { error: unknown; failed: boolean }> {
  override state = { error: null as unknown, failed: false }

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true }
  }

  override componentDidUpdate(previous: Props) {
    if (this.state.failed && previous.resetOn !== this.props.resetOn) this.retry()
  }

  retry = () => this.setState({ error: null, failed: false })

  override render() {
    return this.state.failed ? this.props.fallback(this.state.error, this.retry) : this.props.children
  }
}
