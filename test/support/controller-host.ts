import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** A host of controllers that renders nothing. */
export interface FakeHost extends ReactiveControllerHost {
  /** How many updates there were. */
  readonly updates: number;
  /** Starts the controllers, as Lit does when its element comes into the page. An element is put there by the test, before. */
  connect(): void;
  /** Stops the controllers. An element is taken out of the page by the test, before. */
  disconnect(): void;
}

/**
 * Makes an object, or an element that has no class of its own, a host of controllers with Lit's order of calls: `hostConnected` when it
 * connects, then `hostUpdate` and `hostUpdated` in a microtask for all updates that were requested meanwhile. Nothing is updated before
 * the first connection.
 */
export function createFakeHost<Target extends object>(target: Target): Target & FakeHost {
  const controllers = new Set<ReactiveController>();
  let isConnected = false;
  let hasConnected = false;
  let isRequested = true;
  let updates = 0;
  let updateComplete: Promise<boolean> = Promise.resolve(true);

  const update = async (): Promise<boolean> => {
    await Promise.resolve();
    isRequested = false;
    updates += 1;
    for (const controller of controllers) controller.hostUpdate?.();
    for (const controller of controllers) controller.hostUpdated?.();
    return !isRequested;
  };

  const host = {
    addController(controller: ReactiveController): void {
      controllers.add(controller);
      if (isConnected) controller.hostConnected?.();
    },
    removeController(controller: ReactiveController): void {
      controllers.delete(controller);
    },
    requestUpdate(): void {
      if (isRequested) return;
      isRequested = true;
      if (hasConnected) updateComplete = update();
    },
    connect(): void {
      isConnected = true;
      for (const controller of controllers) controller.hostConnected?.();
      if (hasConnected) return;
      hasConnected = true;
      if (isRequested) updateComplete = update();
    },
    disconnect(): void {
      isConnected = false;
      for (const controller of controllers) controller.hostDisconnected?.();
    },
  };
  return Object.defineProperties(Object.assign(target, host), {
    updateComplete: { get: () => updateComplete },
    updates: { get: () => updates },
  }) as Target & FakeHost;
}
