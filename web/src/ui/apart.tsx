import { Component, Fragment, type ReactNode } from 'react'

/** So often it begins anew; what fails each time stays away. */
const mostFaults = 3

interface State {
  faults: number
  broken: boolean
}

/** What stands beside the screens: a fault of its own must not take them down. The console has it, and it begins anew. */
export class Apart extends Component<{ children: ReactNode }, State> {
  override state: State = { faults: 0, broken: false }

  static getDerivedStateFromError(): Partial<State> {
    return { broken: true }
  }

  override componentDidCatch(): void {
    if (this.state.faults >= mostFaults) return
    setTimeout(() => this.setState(({ faults }) => ({ faults: faults + 1, broken: false })))
  }

  override render(): ReactNode {
    const { faults, broken } = this.state
    return broken ? null : <Fragment key={faults}>{this.props.children}</Fragment>
  }
}
