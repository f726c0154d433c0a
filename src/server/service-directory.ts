import type { BodyBudget } from '#http/message/body/body-budget.ts';
import type { Route } from '#http/routing/route.ts';
import { createRoutes, type Routes } from '#http/routing/routes.ts';
import type { Service } from '#http/routing/service.ts';
import type { ServiceOptions } from './service-options.ts';
import type { PortServices } from './services-by-port.ts';

/**
 * All services, and the routes of the main port. Rules and operations ask for them while they serve, and services depend on
 * rules, so the directory exists first and is filled when all services exist.
 */
export class ServiceDirectory {
  readonly #options: ServiceOptions;
  readonly #bodyBudget: BodyBudget;
  #services: readonly Service[] = [];
  #main: PortServices | undefined;
  #routes: Routes | undefined;

  constructor(options: ServiceOptions, bodyBudget: BodyBudget) {
    this.#options = options;
    this.#bodyBudget = bodyBudget;
  }

  /** @param main what the main port serves */
  fill(services: readonly Service[], main: PortServices): void {
    this.#services = services;
    this.#main = main;
  }

  get services(): readonly Service[] {
    return this.#services;
  }

  /** The route of a request to the main port. The ports have routes of their own, so these are compiled on first use. */
  readonly findRoute = (target: string, host?: string): Route => {
    const { services = [], scopes } = this.#main ?? {};
    this.#routes ??= createRoutes(services, { ...this.#options, bodyBudget: this.#bodyBudget }, scopes);
    return this.#routes.find(target, host).route;
  };
}
