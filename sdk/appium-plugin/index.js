'use strict';

/**
 * Asks Handrail before each command that acts on the phone, and tells it what became of the command.
 *
 * What is judged is the request as WebDriver has it: its verb, its path and its body, written again from the command's
 * name and arguments by Appium's own table of routes. Nothing is decided here but that `GET` reads. Where nobody
 * answers, nothing runs.
 */

const http = require('node:http');
const {BasePlugin} = require('appium/plugin');
const {METHOD_MAP} = require('appium/driver');

const OWN = /^handrail: ?/;
const ON_ELEMENT = /^\/session\/[^/]+\/element\/([^/]+)\/(click|clear|value)$/;

class HandrailPlugin extends BasePlugin {
  async handle(next, driver, command, ...given) {
    const request = requestOf(driver, command, given);
    if (request.verb === 'GET' || command === 'deleteSession') {
      return await next();
    }
    if (command === 'execute' && OWN.test(String(request.body.script))) {
      return (await asked('ask', {words: request.body.script.replace(OWN, '').split(' ')})).said;
    }
    const found = await foundOf(driver, request);
    const answer = await asked('before', {...request, found});
    if (answer.reads === true) {
      return await next();
    }
    if (typeof answer.call !== 'string') {
      throw new Error('Blocked. Handrail did not say that the command may run.');
    }
    return await made(next, answer.call, async () => sameAs(found, await foundOf(driver, request)));
  }
}

async function made(next, call, isTheSame) {
  let result;
  try {
    if (!(await isTheSame())) {
      throw new Error('Blocked. The element moved while the command was judged; look at it and try again.');
    }
    result = await next();
  } catch (error) {
    await asked('after', {call, failed: String(error.message ?? error)}).catch(() => {}); // what failed is said below
    throw error;
  }
  await asked('after', {call, failed: null});
  return result;
}

/** The request that Appium makes this command of: its own `makeArgs`, the other way round. */
function requestOf(driver, command, given) {
  const routes = [METHOD_MAP, driver.constructor.newMethodMap ?? {}].flatMap((map) =>
    Object.entries(map).flatMap(([path, verbs]) =>
      Object.entries(verbs)
        .filter(([, route]) => route.command === command)
        .map(([verb, route]) => ({verb, path, names: namesOf(route.payloadParams ?? {})}))
    )
  );
  const found = routes.find((route) => route.verb === 'GET') ?? routes[0];
  if (found === undefined || (found.verb !== 'GET' && found.names === null)) {
    throw new Error(`Blocked. Nobody has said what the command ${command} does to the phone.`);
  }
  const inPath = [...found.path.matchAll(/:(\w+)/g)].map(([, name]) => name).reverse();
  const names = [...(found.names ?? []), ...inPath];
  const values = {};
  names.forEach((name, place) => (values[name] ??= given[place]));
  const path = found.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(values[name])));
  return {verb: found.verb, path, body: Object.fromEntries((found.names ?? []).map((name) => [name, values[name]]))};
}

/** The names of what a body holds, in the order of the arguments; null where that cannot be told. */
function namesOf({required = [], optional = [], makeArgs}) {
  const hasSeveral = Array.isArray(required[0]) && required.length > 1;
  return makeArgs || hasSeveral ? null : [...required.flat(), ...optional.flat()];
}

/** What the driver says of the element that a command is for, as the guard compares it with its own screen. */
async function foundOf(driver, {path}) {
  const [, element] = ON_ELEMENT.exec(path) ?? [];
  if (element === undefined) {
    return null;
  }
  return {
    rect: await driver.getElementRect(element),
    class: String((await driver.getAttribute('class', element)) ?? ''),
    'resource-id': String((await driver.getAttribute('resource-id', element)) ?? ''),
  };
}

function sameAs(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What Handrail answers. A question may wait for a person, so there is no limit of time here. */
function asked(verb, question) {
  const door = process.env.HANDRAIL_APPIUM;
  if (!door) {
    const line = 'start `handrail guard appium`, and this server with the HANDRAIL_APPIUM that it says';
    return Promise.reject(new Error(`Blocked. Nobody guards this session: ${line}.`));
  }
  return new Promise((resolve, reject) => {
    const failed = (why) => reject(new Error(`Blocked. Handrail does not answer at HANDRAIL_APPIUM: ${why}.`));
    const options = {method: 'POST', agent: false, headers: {'Content-Type': 'application/json'}};
    const request = http.request(`${door}/${verb}`, options, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('error', (error) => failed(error.message));
      response.on('end', () => {
        let answer;
        try {
          answer = JSON.parse(Buffer.concat(parts).toString());
        } catch {
          return failed(`status ${response.statusCode}`);
        }
        return answer.refused === undefined ? resolve(answer) : reject(new Error(answer.refused));
      });
    });
    request.on('error', (error) => failed(error.message));
    const body = Buffer.from(JSON.stringify(question));
    request.setHeader('Content-Length', body.length);
    request.end(body);
  });
}

module.exports = {HandrailPlugin, requestOf};
