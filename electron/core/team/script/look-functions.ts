// Why: decision 0520 and decision 0522.

/** Rows that a question for the number of leads reads at most. */
export const MOST_COUNTED = 10_000;

/**
 * The part of the script for what a person sees before rows go: marks of leads by phone and e-mail address, questions about
 * leads of colleagues, and what each computer does now. Nothing that is safe depends on it.
 */
export const LOOK_FUNCTIONS = `-- marks: HMACs of the phones and e-mail addresses of a lead that left.
ALTER TABLE lead_team.claim ADD COLUMN IF NOT EXISTS marks bigint[];
CREATE INDEX IF NOT EXISTS claim_by_mark ON lead_team.claim USING gin (marks);

-- Marks of leads that are this office's: those of others, and those that were given back, are passed over.
CREATE OR REPLACE FUNCTION lead_team.mark_v1(request text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = lead_team, pg_temp SET lock_timeout = '5s' AS $$
DECLARE p jsonb := request::jsonb;
BEGIN
  UPDATE claim c SET marks = x.marks
    FROM (SELECT decode(l->>'key', 'hex') AS key, ARRAY(SELECT m::bigint FROM jsonb_array_elements_text(l->'marks') m) AS marks
          FROM jsonb_array_elements(p->'leads') l) x,
      office o
    WHERE c.key = x.key AND o.code = (p->>'office')::uuid AND o.login = session_user AND c.office = o.id
      AND c.marks IS DISTINCT FROM x.marks;
  RETURN jsonb_build_object('verdict', 'done')::text;
END $$;

-- Which of these leads belong to other offices, and which of these marks leads of other offices have. isWhole: every office has
-- told what it sent since the database was put back.
CREATE OR REPLACE FUNCTION lead_team.look_v1(request text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = lead_team, pg_temp AS $$
DECLARE
  p jsonb := request::jsonb;
  me smallint := (SELECT id FROM office WHERE code = (p->>'office')::uuid);
  keys bytea[] := ARRAY(SELECT decode(k, 'hex') FROM jsonb_array_elements_text(p->'keys') k);
  asked bigint[] := ARRAY(SELECT m::bigint FROM jsonb_array_elements_text(p->'marks') m);
  leads jsonb; contacts jsonb;
BEGIN
  SELECT coalesce(jsonb_agg(jsonb_build_object('key', encode(c.key, 'hex'), 'office', besides(c.office, c.also, me),
    'isCreated', c.state = 'c', 'at', millis(c.at))), '[]') INTO leads
  FROM claim c WHERE c.key = ANY (keys) AND besides(c.office, c.also, me) IS NOT NULL;
  SELECT coalesce(jsonb_agg(jsonb_build_object('mark', f.mark::text, 'office', f.office, 'isCreated', f.state = 'c',
    'at', millis(f.at))), '[]') INTO contacts
  FROM (SELECT DISTINCT ON (m) m AS mark, c.office, c.state, c.at FROM claim c CROSS JOIN unnest(c.marks) m
        WHERE c.marks && asked AND m = ANY (asked) AND c.office IS DISTINCT FROM me
        ORDER BY m, c.state = 'c' DESC, c.at DESC) f;
  RETURN jsonb_build_object('leads', leads, 'contacts', contacts, 'isWhole', NOT EXISTS (
    SELECT FROM office o CROSS JOIN team t WHERE o.left_at IS NULL AND o.declared <> t.incarnation))::text;
END $$;

-- What an office does now, sealed. It is heard by it, too.
CREATE OR REPLACE FUNCTION lead_team.pulse_v1(request text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = lead_team, pg_temp SET lock_timeout = '5s' AS $$
DECLARE p jsonb := request::jsonb;
BEGIN
  UPDATE office SET state = p->>'state', heard_at = now() WHERE code = (p->>'office')::uuid AND login = session_user;
  RETURN jsonb_build_object('verdict', CASE WHEN FOUND THEN 'done' ELSE 'stranger' END)::text;
END $$;

-- How many leads are taken or created. Many are not counted one by one: then it is what the planner expects.
CREATE OR REPLACE FUNCTION lead_team.leads_v1(request text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = lead_team, pg_temp AS $$
DECLARE
  leads bigint := (SELECT count(*) FROM (SELECT FROM claim LIMIT ${MOST_COUNTED + 1}) c);
  is_rough boolean := leads > ${MOST_COUNTED};
  plan json;
BEGIN
  IF is_rough THEN
    EXECUTE 'EXPLAIN (FORMAT JSON) SELECT FROM claim' INTO plan;
    leads := greatest(leads, (plan->0->'Plan'->>'Plan Rows')::numeric::bigint);
  END IF;
  RETURN jsonb_build_object('leads', leads, 'isRough', is_rough)::text;
END $$;
`;

/** For members. */
export const LOOK_GRANTS =
  'lead_team.mark_v1(text), lead_team.look_v1(text), lead_team.pulse_v1(text), lead_team.leads_v1(text)';
