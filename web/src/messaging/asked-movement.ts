import { type ComponentType, createContext } from 'react';

/** Draws the movement that a message asks about. Members and the desk read it by different calls; without a component nothing is drawn. */
export const AskedMovement = createContext<ComponentType<{ id: string }> | null>(null);
